internal import AttestCore

extension Base64 {
    /// The bytes of a text that was encoded, and encoded again, with line breaks or without; nil when it was not.
    static func decodeTwice(_ text: String) -> [UInt8]? {
        guard let inner = decode(text), !inner.isEmpty, inner.allSatisfy({ $0 < 0x80 }) else { return nil }
        return decode(String(decoding: inner.filter { !$0.isWhiteSpace }, as: UTF8.self))
    }
}
