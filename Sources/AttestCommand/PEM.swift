internal import AttestCore

/// Text between BEGIN and END lines (RFC 7468).
enum PEM {
    /// The bytes of the first block of a text, whatever its label; nil when there is none that can be read.
    static func body(of text: String, label: String? = nil) -> [UInt8]? {
        let lines = text.split(whereSeparator: \.isNewline)
        let begin = "-----BEGIN " + (label.map { "\($0)-----" } ?? "")
        guard let start = lines.firstIndex(where: { $0.hasPrefix(begin) }) else { return nil }
        let body = Base64.decode(lines[start...].dropFirst().prefix { !$0.hasPrefix("-----END ") }.joined())
        return body?.isEmpty == false ? body : nil
    }
}
