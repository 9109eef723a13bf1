/// The root certificates that an attestation's chain may lead to; the system's store is never asked.
public struct TrustAnchors: Sendable {
    let certificates: [[UInt8]]

    /// Apple App Attestation Root CA, the one root of genuine devices.
    ///
    /// SHA-256 of the certificate: 1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932.
    /// Source: Apple, "Apple Private PKI"; valid to 15 March 2045.
    public static let apple = TrustAnchors(unchecked: [appleAppAttestationRootCA])

    /// Takes roots of another authority, such as one for tests.
    ///
    /// - Parameter certificates: Self-issued certificate authorities with P-384 keys, in DER.
    /// - Throws: `malformedTrustAnchor` for none, or for one of another kind.
    public init(der certificates: [[UInt8]]) throws(AttestError) {
        self.init(unchecked: certificates)
        _ = try parsed()
    }

    private init(unchecked certificates: [[UInt8]]) {
        self.certificates = certificates
    }

    /// These roots and those of another authority: a chain may lead to any of them.
    ///
    /// - Parameter others: The other roots.
    /// - Returns: All of them.
    public func union(_ others: TrustAnchors) -> TrustAnchors {
        TrustAnchors(unchecked: certificates + others.certificates)
    }

    /// The certificates, each checked to be a root.
    func parsed() throws(AttestError) -> [Certificate] {
        try Certificate.roots(der: certificates)
    }
}
