/// Refuses JSON documents whose text takes long to compare, before a decoder sees them.
///
/// Swift compares and hashes text in a normal form of Unicode, for which it sorts the marks that follow a letter, in
/// time with the square of their number. Decoders hash the name of each member, and a document of ASCII alone can
/// write marks as escapes. So a run of them is limited as in Unicode's Stream-Safe Text Format (UAX #15, section 13);
/// no language comes near that. One scan, in time with the length of the document.
enum JSONGuard {
    /// The most marks in a row.
    static let mostMarks = 30

    /// What is wrong with a document, to stand behind its name and "has"; nil when a decoder may read it.
    static func fault(in json: some Collection<UInt8>) -> String? {
        // Decoders also read UTF-16 and UTF-32, which put zero bytes into all of JSON's own characters.
        guard !json.contains(0), let text = String(validating: json, as: UTF8.self) else {
            return "bytes that are no text in UTF-8"
        }
        var marks = 0
        var rest = text.unicodeScalars[...]
        while let scalar = nextScalar(&rest) {
            marks = scalar.map(isMark) == true ? marks + 1 : 0
            if marks > mostMarks { return "text with more than \(mostMarks) combining marks in a row" }
        }
        return nil
    }

    /// The next scalar, of which an escape is one; its value is nil for half of a surrogate pair.
    private static func nextScalar(_ rest: inout Substring.UnicodeScalarView) -> Unicode.Scalar?? {
        guard let first = rest.popFirst() else { return nil }
        guard first == "\\" else { return first }
        guard rest.first == "u" else { return rest.popFirst() }
        rest.removeFirst()
        guard let unit = codeUnit(&rest) else { return .some(nil) }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
        var behind = rest
        guard behind.popFirst() == "\\", behind.popFirst() == "u", let trail = codeUnit(&behind),
            UTF16.isTrailSurrogate(trail)
        else { return .some(nil) }
        rest = behind
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    /// The four digits of an escape; nil where there are others, which no decoder accepts.
    private static func codeUnit(_ rest: inout Substring.UnicodeScalarView) -> UInt16? {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(digits.count)
        return digits.count == 4 ? UInt16(String(digits), radix: 16) : nil
    }

    /// By category too: a few marks count as letters in the order, and stand for two that do not.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        // There are none below, and most text is.
        guard scalar.value >= 0x300 else { return false }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
