public import AttestCore

/// A provider key for tests: the .p8 text for the server, and what ``FakeAppleServices`` needs to check its tokens.
public struct TestProviderKey: Sendable {
    /// The identifier of the key.
    public let keyID: String
    /// The identifier of the team.
    public let teamID: String
    /// The private key in PKCS#8 in PEM, as in a .p8 file from Apple.
    public let p8: String
    /// The public key.
    public let publicKey: P256PublicKey

    /// Makes a new key.
    ///
    /// - Parameters:
    ///   - keyID: The identifier of the key.
    ///   - teamID: The identifier of the team.
    /// - Throws: `internalFailure` when the cryptographic library fails.
    public init(keyID: String = "ABC123DEFG", teamID: String = "A1B2C3D4E5") throws(AttestError) {
        let key = try SigningKey(.p256)
        self.keyID = keyID
        self.teamID = teamID
        publicKey = try P256PublicKey(x963: key.point)
        // PrivateKeyInfo (RFC 5208, section 5).
        let algorithm = DER.sequence(
            DER.objectIdentifier("1.2.840.10045.2.1"), DER.objectIdentifier("1.2.840.10045.3.1.7"))
        p8 = PEM.encode(
            DER.sequence(DER.integer(0), algorithm, DER.octetString(key.privateKey)), label: .pkcs8)
    }
}
