/// An object identifier, compared by its encoded content.
package struct ObjectIdentifier: Sendable, Hashable {
    let content: ArraySlice<UInt8>

    init(content: ArraySlice<UInt8>) {
        self.content = content
    }

    private init(_ bytes: UInt8...) {
        content = bytes[...]
    }

    // X.520, an attribute of names.
    static let commonName = ObjectIdentifier(0x55, 0x04, 0x03)

    // RFC 5280, section 4.2.1.
    static let keyUsage = ObjectIdentifier(0x55, 0x1d, 0x0f)
    static let nameConstraints = ObjectIdentifier(0x55, 0x1d, 0x1e)
    static let extendedKeyUsage = ObjectIdentifier(0x55, 0x1d, 0x25)
    static let basicConstraints = ObjectIdentifier(0x55, 0x1d, 0x13)

    // Apple's arc 1.2.840.113635.100.8, for the leaf of an attestation.
    static let attestationNonce = apple(8, 2)
    static let keyDescription = apple(8, 5)
    static let accessPolicy = apple(8, 6)
    static let operatingSystem = apple(8, 7)

    // In the certificates of those who sign receipts, and of their issuer.
    static let receiptSigner = apple(12, 15)
    static let applicationIntegrationCA = apple(6, 2, 3)

    // RFC 5652 (CMS): contents, and what a signer can sign beside them.
    static let data = ObjectIdentifier(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01)
    static let signedData = ObjectIdentifier(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02)
    static let contentType = ObjectIdentifier(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x03)
    static let messageDigest = ObjectIdentifier(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x04)

    // RFC 5754 and RFC 5758.
    static let sha256 = ObjectIdentifier(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01)
    static let ecdsaWithSHA256 = ObjectIdentifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)

    /// Apple's arc, 1.2.840.113635.100.
    private static let apple: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64]

    var isApple: Bool { content.starts(with: Self.apple) }

    private static func apple(_ arcs: UInt8...) -> ObjectIdentifier {
        ObjectIdentifier(content: (apple + arcs)[...])
    }
}

extension ObjectIdentifier: CustomStringConvertible {
    /// The dotted form, such as 2.5.29.15; numbers too large to read are shown as a question mark.
    package var description: String {
        var arcs: [String] = []
        var value: UInt64? = 0
        for byte in content {
            value = value.flatMap { $0 < 1 << 56 ? $0 << 7 | UInt64(byte & 0x7f) : nil }
            guard byte & 0x80 == 0 else { continue }
            if arcs.isEmpty, let first = value {
                arcs.append("\(min(first / 40, 2))")
                value = first - min(first / 40, 2) * 40
            }
            arcs.append(value.map(String.init) ?? "?")
            value = 0
        }
        return arcs.joined(separator: ".")
    }
}
