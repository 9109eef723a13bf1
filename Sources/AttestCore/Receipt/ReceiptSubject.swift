/// The key that a receipt must be about.
public struct ReceiptSubject: Sendable, Hashable {
    /// The app of the key.
    public let appID: AppID
    /// The environment of the key.
    public let environment: AttestEnvironment
    /// The attested key.
    public let publicKey: P256PublicKey

    /// Takes what the server has stored about a key.
    public init(appID: AppID, environment: AttestEnvironment, publicKey: P256PublicKey) {
        self.appID = appID
        self.environment = environment
        self.publicKey = publicKey
    }

    /// Takes what was just proven about a key.
    public init(_ attestation: ValidatedAttestation) {
        self.init(
            appID: attestation.appID, environment: attestation.environment, publicKey: attestation.publicKey)
    }
}
