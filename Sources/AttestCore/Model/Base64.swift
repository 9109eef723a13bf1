#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Base64 as clients send it: the standard or the URL-safe alphabet, padded or not (RFC 4648, sections 4 and 5).
package enum Base64 {
    private static let plus = UInt8(ascii: "+")
    private static let slash = UInt8(ascii: "/")
    private static let minus = UInt8(ascii: "-")
    private static let underscore = UInt8(ascii: "_")
    private static let equals = UInt8(ascii: "=")

    /// Decodes a text; nil unless it is the one way to write some bytes in its alphabet.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var standard = Data(text.utf8)
        if standard.contains(minus) || standard.contains(underscore) {
            guard !standard.contains(plus), !standard.contains(slash) else { return nil }
            standard = Data(standard.map { $0 == minus ? plus : $0 == underscore ? slash : $0 })
        }
        if standard.count % 4 != 0, standard.last != equals {
            standard.append(contentsOf: repeatElement(equals, count: 4 - standard.count % 4))
        }
        // Encoding again shows spare bits that are not zero: they would give the same bytes a second text.
        guard let bytes = Data(base64Encoded: standard), bytes.base64EncodedData() == standard else { return nil }
        return Array(bytes)
    }

    /// The standard alphabet with padding.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The URL-safe alphabet without padding.
    package static func encodeURLSafe(_ bytes: some Sequence<UInt8>) -> String {
        let standard = Data(bytes).base64EncodedData().prefix { $0 != equals }
        return String(decoding: standard.map { $0 == plus ? minus : $0 == slash ? underscore : $0 }, as: UTF8.self)
    }
}
