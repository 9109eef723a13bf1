internal import AttestCore

/// Files that hold an object in a wrapping of some kind.
enum ObjectTextAlternatives {
    /// What is wrong with a file that is neither an object nor its base64 text.
    static func hint(file bytes: [UInt8]) -> String? {
        let members = JSONTexts(bytes)?.texts ?? []
        if isVector(members.map(\.path)) { return "the file is a test vector: run it with 'attest check'" }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let isMarked = bytes.starts(with: mark)
        let text = Array(bytes.dropFirst(isMarked ? mark.count : 0))
        if isMarked, let object = base64(text.filter { !$0.isWhiteSpace }), ObjectKind(object) != nil {
            return "the file begins with a byte order mark: write it without one"
        }
        let readings = wrappings(of: text).lazy.map { ($0.name, $0.object()) }
        let parts = members.lazy.map { member in
            ("in the member \(member.path) of a JSON document: give its text alone", Base64.decode(member.text))
        }
        return firstKnown(readings) ?? firstKnown(parts)
    }

    private static func firstKnown(_ readings: some Sequence<(String, [UInt8]?)>) -> String? {
        for (wrapping, object) in readings {
            guard let object, let kind = ObjectKind(object) else { continue }
            return "the file holds \(kind.name) \(wrapping)"
        }
        return nil
    }

    /// Each with the object that is in it; nil when the text is not wrapped in this way.
    private static func wrappings(of text: [UInt8]) -> [(name: String, object: () -> [UInt8]?)] {
        let inner = text.filter { !$0.isWhiteSpace }
        func without(_ characters: String) -> [UInt8]? {
            let rest = inner.filter { !characters.utf8.contains($0) }
            return rest.count == inner.count ? nil : base64(rest)
        }
        return [
            (
                "as a data: URL: give only what follows the comma",
                {
                    inner.starts(with: "data:".utf8)
                        ? base64(inner.drop { $0 != UInt8(ascii: ",") }.dropFirst()) : nil
                }
            ),
            ("with escaped slashes, as in JSON: give it without the backslashes", { without("\\") }),
            ("in quotation marks: give the text between them", { without("\"'\\") }),
            ("as base64 with a comma or a full stop behind it: give the text alone", { without(",.") }),
            ("in PEM: give the base64 between the lines, or the binary object", { PEM.body(of: text) }),
            (
                "percent-encoded, as in a URL or form: decode that first",
                { String(decoding: inner, as: UTF8.self).percentDecoded.flatMap { Base64.decode($0) } }
            ),
            (
                "without its plus signs, which a form decoder turns into spaces",
                { text.contains(UInt8(ascii: " ")) ? base64(firstLine(text).map(plusForSpace)) : nil }
            ),
            ("in hex: give it as binary or base64", { Hex.decode(String(decoding: inner, as: UTF8.self)) }),
            (
                "encoded in base64 twice: decode it once",
                { Base64.decodeTwice(String(decoding: inner, as: UTF8.self)) }
            ),
        ]
    }

    private static func base64(_ text: some Collection<UInt8>) -> [UInt8]? {
        Base64.decode(String(decoding: text, as: UTF8.self))
    }

    private static func plusForSpace(_ byte: UInt8) -> UInt8 { byte == UInt8(ascii: " ") ? UInt8(ascii: "+") : byte }

    private static func firstLine(_ text: [UInt8]) -> ArraySlice<UInt8> {
        let isNewline: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        return text.drop(while: isNewline).prefix { !isNewline($0) }
    }

    private static func isVector(_ paths: [String]) -> Bool {
        ["", "0."].contains { prefix in ["id", "kind", "object"].allSatisfy { paths.contains(prefix + $0) } }
    }
}
