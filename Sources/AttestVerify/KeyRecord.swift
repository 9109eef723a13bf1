public import AttestCore

/// What a server keeps about a registered key.
public struct KeyRecord: Sendable, Hashable {
    /// The key's identifier.
    public let keyID: KeyID
    /// The key that verifies assertions.
    public let publicKey: P256PublicKey
    /// The app that the key was made in.
    public let appID: AppID
    /// The environment of the key.
    public let environment: AttestEnvironment
    /// The receipt of the attestation, unread.
    public let receipt: [UInt8]?
    /// The last accepted counter, 0 at first.
    public internal(set) var counter: UInt32

    init(_ proof: ValidatedAttestation) {
        keyID = proof.keyID
        publicKey = proof.publicKey
        appID = proof.appID
        environment = proof.environment
        receipt = proof.receipt
        counter = 0
    }
}
