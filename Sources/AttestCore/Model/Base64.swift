#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Base64 as clients send it: the standard or the URL-safe alphabet, padded or not (RFC 4648, sections 4 and 5).
package enum Base64 {
    /// Decodes a text; nil unless it is the one way to write some bytes in its alphabet.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let isURLSafe = text.contains { $0 == "-" || $0 == "_" }
        let isStandard = text.contains { $0 == "+" || $0 == "/" }
        guard !(isURLSafe && isStandard) else { return nil }
        var standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        if standard.utf8.count % 4 != 0, !standard.hasSuffix("=") {
            standard += String(repeating: "=", count: 4 - standard.utf8.count % 4)
        }
        // Encoding again shows spare bits that are not zero: they would give the same bytes a second text.
        guard let data = Data(base64Encoded: standard), data.base64EncodedString() == standard else { return nil }
        return Array(data)
    }

    /// The URL-safe alphabet without padding.
    package static func encodeURLSafe(_ bytes: some Sequence<UInt8>) -> String {
        String(encode(bytes).compactMap { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 == "=" ? nil : $0 })
    }

    /// The standard alphabet with padding.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
    }
}
