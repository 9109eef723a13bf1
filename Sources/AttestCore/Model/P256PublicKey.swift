/// The public half of an attested key, on the curve P-256.
public struct P256PublicKey: Sendable, Hashable {
    /// The uncompressed point: 04, then x and y of 32 bytes each (X9.63).
    ///
    /// This is what a server stores.
    public let x963: [UInt8]

    /// Takes a stored key.
    ///
    /// Whether the point lies on the curve is checked, with the same code, when a signature is verified with it.
    ///
    /// - Throws: `malformedPublicKey` for anything but 65 bytes that begin with 04.
    public init(x963: some Collection<UInt8>) throws(AttestError) {
        self.x963 = Array(x963)
        guard self.x963.count == 65, self.x963.first == 0x04 else {
            throw AttestError(.malformedPublicKey, "\(self.x963.count) bytes that are not an uncompressed P-256 point")
        }
    }

    /// The identifier of the key: SHA-256 of the point (Apple's step 5).
    ///
    /// - Throws: `internalFailure` when the cryptographic library fails.
    public func keyID() throws(AttestError) -> KeyID {
        try KeyID(bytes: try sha256(x963))
    }
}
