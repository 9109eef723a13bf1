/// One run of checks over one object: the steps in their order, and what earlier ones found for later ones.
protocol Ceremony {
    associatedtype Step: CeremonyStep
    associatedtype Proof: Sendable

    /// Carries out one step.
    ///
    /// - Returns: Whether there was something to judge: false for a step that does not apply to this object.
    mutating func check(_ step: Step) throws(AttestError) -> Bool

    /// What a report says about a step that passed or does not apply.
    func detail(of step: Step) -> String

    /// The proof, once all steps have passed.
    func proof() throws(AttestError) -> Proof
}

/// The steps of a ceremony; the order of the cases is the order in which they are carried out.
protocol CeremonyStep: CaseIterable, RawRepresentable<String> {
    /// Apple's number of the step; nil for a check that Apple's list does not have.
    var number: Int? { get }
}

extension Ceremony {
    /// Carries out the steps up to the first failure.
    consuming func validated() throws(AttestError) -> Proof {
        for step in Step.allCases {
            do {
                _ = try check(step)
            } catch {
                throw error.at(step: step.number)
            }
        }
        return try proof()
    }

    /// Carries out all steps, also after a failure.
    consuming func examined() -> ValidationReport<Proof> {
        var steps: [StepReport] = []
        var firstFailure: AttestError?
        for step in Step.allCases {
            let outcome: StepReport.Outcome
            do {
                outcome = try check(step) ? .passed : .notJudged
            } catch {
                let failure = error.at(step: step.number)
                outcome = .failed(failure)
                firstFailure = firstFailure ?? failure
            }
            steps.append(StepReport(step: step, outcome: outcome, passingDetail: detail(of: step)))
        }
        if let firstFailure {
            return ValidationReport(steps: steps, result: .failure(firstFailure))
        }
        do {
            return ValidationReport(steps: steps, result: .success(try proof()))
        } catch {
            return ValidationReport(steps: steps, result: .failure(error))
        }
    }
}
