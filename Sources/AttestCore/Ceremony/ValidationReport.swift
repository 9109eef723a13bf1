/// The outcome of all steps of a ceremony, for a command line or an audit log.
public struct ValidationReport<Proof: Sendable>: Sendable {
    /// The steps in the order in which they were carried out.
    public let steps: [StepReport]

    /// The proof when all steps passed, otherwise the first failure: what `validate` returns or throws.
    public let result: Result<Proof, AttestError>
}
