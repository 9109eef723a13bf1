internal import AttestCore

/// What `attest verify assertion` verifies.
struct AssertionAttempt: VerificationAttempt {
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
}
