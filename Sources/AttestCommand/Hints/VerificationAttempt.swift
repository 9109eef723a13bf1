internal import AttestCore

/// All inputs of a verification, so that others can be tried in the place of each.
protocol VerificationAttempt {
    associatedtype Proof: Sendable

    /// Carries out all steps with these inputs.
    func examined() throws(AttestError) -> ValidationReport<Proof>
}

extension VerificationAttempt {
    /// Why the inputs are refused; nil when they are accepted.
    var refusal: AttestError? {
        do throws(AttestError) {
            _ = try examined().result.get()
            return nil
        } catch {
            return error
        }
    }

    /// Whether some step fails under one of the codes.
    func fails(with codes: AttestError.Code...) -> Bool {
        guard let report = try? examined() else { return false }
        return report.steps.contains { step in
            if case .failed(let error) = step.outcome { codes.contains(error.code) } else { false }
        }
    }
}
