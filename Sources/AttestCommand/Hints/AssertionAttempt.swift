internal import AttestCore

/// What `attest verify assertion` verifies: all its inputs, so that others can be tried in their place.
struct AssertionAttempt {
    let object: AssertionObject
    var policy: AppPolicy
    let publicKey: P256PublicKey
    let given: GivenClientData
    var clientDataHash: ClientDataHash
    var lastCounter: UInt32

    func examined() throws(AttestError) -> ValidationReport<ValidatedAssertion> {
        try AssertionValidator(apps: [policy])
            .examine(object, clientDataHash: clientDataHash, publicKey: publicKey, after: lastCounter)
    }

    /// Whether some step fails under a code.
    func fails(with code: AttestError.Code) -> Bool {
        (try? examined())?.failures.contains(code) ?? false
    }
}
