/// The public key of a certificate: an uncompressed point on one of the two curves of Apple's chain, or another key.
///
/// That the point lies on its curve is checked with OpenSSL, when the path is verified.
package enum SubjectPublicKey: Sendable, Equatable {
    case p256(P256PublicKey)
    /// The uncompressed point: 97 bytes.
    case p384(ArraySlice<UInt8>)
    case other

    // A SubjectPublicKeyInfo with a named curve and an uncompressed point has one encoding up to the point (RFC 5480).
    private static let p256Prefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13,
        0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,  // 1.2.840.10045.2.1 ecPublicKey
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,  // 1.2.840.10045.3.1.7 prime256v1
        0x03, 0x42, 0x00,
    ]
    private static let p384Prefix: [UInt8] = [
        0x30, 0x76, 0x30, 0x10,
        0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,  // 1.2.840.10045.2.1 ecPublicKey
        0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22,  // 1.3.132.0.34 secp384r1
        0x03, 0x62, 0x00,
    ]

    init(spki: ArraySlice<UInt8>) {
        if spki.starts(with: Self.p256Prefix), let key = try? P256PublicKey(x963: spki.dropFirst(Self.p256Prefix.count))
        {
            self = .p256(key)
        } else if spki.starts(with: Self.p384Prefix + [0x04]), spki.count == Self.p384Prefix.count + 97 {
            self = .p384(spki.dropFirst(Self.p384Prefix.count))
        } else {
            self = .other
        }
    }
}
