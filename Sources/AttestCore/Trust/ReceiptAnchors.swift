/// The root certificates that a receipt's signer may lead to.
///
/// They are a type of their own because receipts are signed under another root than attestations.
public struct ReceiptAnchors: Sendable {
    let certificates: [[UInt8]]

    /// Apple Root CA - G3, under which Apple signs receipts.
    ///
    /// SHA-256 of the certificate: 63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179.
    /// Source: Apple, "Apple PKI"; valid to 30 April 2039.
    public static let apple = ReceiptAnchors(unchecked: [appleRootCAG3])

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
    public func union(_ others: ReceiptAnchors) -> ReceiptAnchors {
        ReceiptAnchors(unchecked: certificates + others.certificates)
    }

    /// The certificates, each checked to be a root.
    func parsed() throws(AttestError) -> [Certificate] {
        try Certificate.roots(der: certificates)
    }
}
