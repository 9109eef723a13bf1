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
    static let basicConstraints = ObjectIdentifier(0x55, 0x1d, 0x13)

    // Apple's arc 1.2.840.113635.100.8, for the leaf of an attestation.
    static let attestationNonce = apple(8, 2)
    static let accessPolicy = apple(8, 6)
    static let operatingSystem = apple(8, 7)

    /// The identifier 1.2.840.113635.100.a.b.
    private static func apple(_ a: UInt8, _ b: UInt8) -> ObjectIdentifier {
        ObjectIdentifier(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, a, b)
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
