/// The outcome of one step of a ceremony.
public struct StepReport: Sendable {
    /// What can come of a step.
    public enum Outcome: Sendable {
        /// The check passed.
        case passed
        /// The check failed, or could not be carried out.
        case failed(AttestError)
        /// There is nothing to judge here: the step does not apply to this object, or is the caller's.
        case notJudged
    }

    /// Apple's number of the step; nil for a check that Apple's list does not have.
    public let number: Int?
    /// The stable name of the step, in lower camel case.
    public let name: String
    /// The outcome.
    public let outcome: Outcome
    /// One line for people; the wording is not stable.
    public let detail: String

    init(step: some CeremonyStep, outcome: Outcome, passingDetail: String) {
        number = step.number
        name = step.rawValue
        self.outcome = outcome
        detail =
            switch outcome {
            case .passed, .notJudged: passingDetail.printable(limit: 200)
            case .failed(let error): error.context
            }
    }
}
