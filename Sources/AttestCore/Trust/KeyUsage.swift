/// What a certified key may be used for (RFC 5280, section 4.2.1.3), as far as a chain depends on it.
struct KeyUsage: OptionSet, Sendable {
    /// The first byte of the bit string: digitalSignature is its highest bit.
    let rawValue: UInt8

    static let digitalSignature = KeyUsage(rawValue: 0x80)
    static let keyCertSign = KeyUsage(rawValue: 0x04)
}

extension KeyUsage {
    /// Reads a named bit list: DER cuts off its zero bits at the end (X.690, section 11.2.2).
    init(decoding value: ArraySlice<UInt8>) throws(AttestError) {
        self = try DERReader.read(value, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            let content = try reader.content(.bitString)
            guard let unused = content.first, let last = content.dropFirst().last,
                let first = content.dropFirst().first,
                unused < 8, last.trailingZeroBitCount == unused, content.count <= 3
            else { throw reader.fault("a key usage that is not a bit list of 1 to 9 bits") }
            return KeyUsage(rawValue: first)
        }
    }
}
