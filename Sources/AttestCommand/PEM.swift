internal import AttestCore

/// Text between BEGIN and END lines (RFC 7468).
enum PEM {
    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)

    /// The bytes of the first block of a text, whatever its label; nil when there is none that can be read.
    static func body(of text: some Collection<UInt8>, label: String? = nil) -> [UInt8]? {
        let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let first = begin + Array((label.map { "\($0)-----" } ?? "").utf8)
        guard let start = lines.firstIndex(where: { $0.starts(with: first) }) else { return nil }
        let block = lines[start...].dropFirst().prefix { !$0.starts(with: end) }.joined()
        let body = Base64.decode(String(decoding: block, as: UTF8.self))
        return body?.isEmpty == false ? body : nil
    }

    /// Whether there is the beginning of a block anywhere in a text.
    static func begins(in text: [UInt8], label: String) -> Bool {
        text.holds(Array("-----BEGIN \(label)-----".utf8))
    }
}

extension [UInt8] {
    /// Whether some bytes stand anywhere in these.
    func holds(_ part: [UInt8]) -> Bool {
        count >= part.count && (0...(count - part.count)).contains { self[$0...].starts(with: part) }
    }
}
