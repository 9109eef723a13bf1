internal import AttestCore

extension String {
    /// The text with `%XX` decoded (RFC 3986, section 2.1); nil when there is none, or one that is no byte of UTF-8.
    var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return nil }
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let decoded = Hex.decode(String(rest.prefix(2)) ?? "")?.first else { return nil }
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
