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

    /// The number of each character, in either alphabet; 255 for one that is in none.
    private static let values: [UInt8] = {
        let letters = Array(UInt8(ascii: "A")...UInt8(ascii: "Z")) + Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
        var values = [UInt8](repeating: 255, count: 256)
        var next: UInt8 = 0
        for character in letters + Array(UInt8(ascii: "0")...UInt8(ascii: "9")) + [plus, slash] {
            values[Int(character)] = next
            next += 1
        }
        values[Int(minus)] = 62
        values[Int(underscore)] = 63
        return values
    }()

    /// Decodes a text; nil unless it is the one way to write some bytes in its alphabet.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard let digits = withoutPadding(characters) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 4 * 3 + 2)
        var (isStandard, isURLSafe) = (false, false)
        // The bits that do not make a byte yet.
        var (bits, count): (UInt32, UInt32) = (0, 0)
        for digit in digits {
            let value = values[Int(digit)]
            guard value < 64 else { return nil }
            if value >= 62 {
                isStandard = isStandard || digit == plus || digit == slash
                isURLSafe = isURLSafe || digit == minus || digit == underscore
            }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
                bits &= 1 << count - 1
            }
        }
        // Spare bits that are not zero would give the same bytes a second text.
        guard bits == 0, !(isStandard && isURLSafe) else { return nil }
        return bytes
    }

    /// The characters before the padding, which fills up the last four when it is there; nil for another length.
    private static func withoutPadding(_ characters: [UInt8]) -> ArraySlice<UInt8>? {
        var digits = characters[...]
        if digits.last == equals {
            guard digits.count % 4 == 0 else { return nil }
            digits.removeLast()
            if digits.last == equals { digits.removeLast() }
        }
        return digits.count % 4 == 1 ? nil : digits
    }

    /// The standard alphabet with padding.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString()
    }

    /// The URL-safe alphabet without padding.
    package static func encodeURLSafe(_ bytes: some Sequence<UInt8>) -> String {
        let standard = encode(bytes).utf8.prefix { $0 != equals }
        return String(decoding: standard.map { $0 == plus ? minus : $0 == slash ? underscore : $0 }, as: UTF8.self)
    }
}
