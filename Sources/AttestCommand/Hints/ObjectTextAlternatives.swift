internal import AttestCore

/// Files that hold an object in a wrapping of some kind.
enum ObjectTextAlternatives {
    /// What is wrong with a file that is neither an object nor its base64 text.
    static func hint(file bytes: [UInt8]) -> String? {
        // Other text is normalized to be compared, which takes time with the square of its length.
        guard bytes.dropFirst(3).allSatisfy({ $0 < 0x80 }) || bytes.count <= 16 * 1024 else { return nil }
        if isVector(bytes) { return "the file is a test vector: run it with 'attest check'" }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let isMarked = bytes.starts(with: mark)
        guard let text = String(validating: bytes.dropFirst(isMarked ? mark.count : 0), as: UTF8.self) else {
            return nil
        }
        if isMarked, isKnown(Base64.decode(text.filter { !$0.isWhitespace })) {
            return "the file begins with a byte order mark: write it without one"
        }
        return readings(text).lazy.compactMap { reading in
            reading.object.flatMap { ObjectKind($0) }.map { "the file holds \($0.name) \(reading.wrapping)" }
        }.first
    }

    private static func isKnown(_ bytes: [UInt8]?) -> Bool { bytes.flatMap { ObjectKind($0) } != nil }

    private static func readings(_ text: String) -> [(wrapping: String, object: [UInt8]?)] {
        let inner = text.filter { !$0.isWhitespace }
        func without(_ characters: Set<Character>) -> [UInt8]? {
            let rest = inner.filter { !characters.contains($0) }
            return rest == inner ? nil : Base64.decode(rest)
        }
        var readings: [(String, [UInt8]?)] = [
            (
                "as a data: URL: give only what follows the comma",
                inner.hasPrefix("data:") ? Base64.decode(inner.drop { $0 != "," }.dropFirst()) : nil
            ),
            ("with escaped slashes, as in JSON: give it without the backslashes", without(["\\"])),
            ("in quotation marks: give the text between them", without(["\"", "'", "\\"])),
            ("as base64 with a comma or a full stop behind it: give the text alone", without([",", "."])),
            ("in PEM: give the base64 between the lines, or the binary object", PEM.body(of: text)),
            (
                "percent-encoded, as in a URL or form: decode that first",
                inner.percentDecoded.flatMap { Base64.decode($0) }
            ),
            (
                "without its plus signs, which a form decoder turns into spaces",
                text.contains(" ") ? Base64.decode(firstLine(text).map { $0 == " " ? "+" : String($0) }.joined()) : nil
            ),
            ("in hex: give it as binary or base64", Hex.decode(inner)),
            (
                "encoded in base64 twice: decode it once",
                Base64.decodeTwice(inner)
            ),
        ]
        for member in JSONTexts(Array(text.utf8))?.texts ?? [] {
            readings.append(
                ("in the member \(member.path) of a JSON document: give its text alone", Base64.decode(member.text)))
        }
        return readings
    }

    private static func firstLine(_ text: String) -> Substring {
        text.drop(while: \.isNewline).prefix { !$0.isNewline }
    }

    private static func isVector(_ bytes: [UInt8]) -> Bool {
        let names = Set((JSONTexts(bytes)?.texts ?? []).map(\.path))
        return names.isSuperset(of: ["id", "kind", "object"]) || names.isSuperset(of: ["0.id", "0.kind", "0.object"])
    }
}
