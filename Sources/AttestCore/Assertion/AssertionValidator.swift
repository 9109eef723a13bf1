/// Judges assertions: whether a registered key has signed some client data, once.
///
/// That the client data hold a challenge of this server which was not used before is the caller's to check, and so is
/// storing the new counter in one atomic step, so that two requests with the same counter cannot both pass.
///
/// Make one and keep it: it keeps what verifying signatures needs, one set for each thread that was ever in it.
public struct AssertionValidator: Sendable {
    private let apps: [AppPolicy]
    private let verifiers = SignatureVerifier.pool(.p256)

    /// Makes a validator for some apps.
    ///
    /// - Parameter apps: What is expected, one policy for each app. Environments are not judged: an assertion has none.
    /// - Throws: `invalidConfiguration` without an app or with one twice.
    public init(apps: [AppPolicy]) throws(AttestError) {
        self.apps = try AppPolicy.checked(apps)
    }

    /// Carries out Apple's eight steps, except for the challenge inside the client data, up to the first that fails.
    ///
    /// - Parameters:
    ///   - object: The assertion.
    ///   - clientDataHash: SHA-256 of the client data as this server received it.
    ///   - publicKey: The registered key.
    ///   - lastCounter: The last accepted counter of the key, 0 at first.
    /// - Returns: The proof, with the counter to store.
    /// - Throws: The refusal, with Apple's number of the step.
    public func validate(
        _ object: AssertionObject, clientDataHash: ClientDataHash, publicKey: P256PublicKey, after lastCounter: UInt32
    ) throws(AttestError) -> ValidatedAssertion {
        try ceremony(object, clientDataHash, publicKey, lastCounter).validated()
    }

    /// Carries out all of Apple's steps, also after a failure, and reports on each.
    ///
    /// - Parameters:
    ///   - object: The assertion.
    ///   - clientDataHash: SHA-256 of the client data as this server received it.
    ///   - publicKey: The registered key.
    ///   - lastCounter: The last accepted counter of the key, 0 at first.
    /// - Returns: The steps in order, and what ``validate(_:clientDataHash:publicKey:after:)`` returns or throws.
    public func examine(
        _ object: AssertionObject, clientDataHash: ClientDataHash, publicKey: P256PublicKey, after lastCounter: UInt32
    ) -> ValidationReport<ValidatedAssertion> {
        ceremony(object, clientDataHash, publicKey, lastCounter).examined()
    }

    private func ceremony(
        _ object: AssertionObject, _ clientDataHash: ClientDataHash, _ publicKey: P256PublicKey, _ lastCounter: UInt32
    ) -> AssertionCeremony {
        AssertionCeremony(
            object: object, clientDataHash: clientDataHash, publicKey: publicKey, lastCounter: lastCounter, apps: apps,
            verifiers: verifiers)
    }
}
