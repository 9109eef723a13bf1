internal import AttestCore

/// One way to read what the user gave: what the app may have had in its hands when it hashed.
struct Reading {
    /// In words, to stand behind "SHA-256 of".
    let name: String
    let bytes: [UInt8]
    /// What the app did wrong, where that depends on the reading.
    var mistake: String?

    /// The largest client data, or body of a request, that is tried in other forms.
    ///
    /// Above this it would take long, and client data is a document that nobody writes otherwise. `UntriedAlternatives`
    /// says that it was not done.
    static let mostBytes = 64 * 1024

    /// All readings, the likeliest first; the first is what was given, as it is.
    static func all(of given: GivenClientData) -> [Reading] {
        var readings = [Reading(name: given.name, bytes: given.bytes)]
        if case .request(let request) = given {
            return readings + RequestAlternatives.readings(of: request)
        }
        guard given.bytes.count <= mostBytes else { return readings }
        if case .hash(let text, _) = given {
            readings.append(Reading(name: "the text of --client-data-hash", bytes: Array(text.utf8)))
            readings +=
                Hex.decode(text).map { [Reading(name: "the bytes that \(given.name) is hex of", bytes: $0)] } ?? []
        }
        if let text = String(validating: given.bytes, as: UTF8.self) {
            readings += texts(text, given.name)
        }
        if case .clientData(let bytes) = given { readings += parts(of: bytes) }
        return readings + encodings(of: given)
    }

    /// What a text can stand for, and how it can be written otherwise.
    private static func texts(_ text: String, _ name: String) -> [Reading] {
        func trimmed(_ isCutOff: (UInt8) -> Bool) -> [UInt8] {
            Array(text.utf8.drop(while: isCutOff).reversed().drop(while: isCutOff).reversed())
        }
        var readings: [Reading] = []
        func add(_ name: String, _ bytes: [UInt8]?) {
            if let bytes, bytes != Array(text.utf8) { readings.append(Reading(name: name, bytes: bytes)) }
        }
        let decoded = Base64.decode(text)
        add("the bytes that \(name) is base64 of", decoded)
        add("the bytes that \(name) is hex of", Hex.decode(text))
        add(
            "the bytes that \(name) is base64 of, read as UTF-8 text (EF BF BD in place of what is none)",
            decoded.map { Array(String(decoding: $0, as: UTF8.self).utf8) })
        add("\(name) without the white space around it", trimmed(\.isWhiteSpace))
        add("\(name) without the quotation marks around it", trimmed { "\"'".utf8.contains($0) })
        add("\(name) with a line feed at its end", Array("\(text)\n".utf8))
        add("\(name) in quotation marks", Array("\"\(text)\"".utf8))
        add("\(name) in the standard alphabet of base64", decoded.map { Array(Base64.encode($0).utf8) })
        add("\(name) in the URL-safe alphabet of base64", decoded.map { Array(Base64.encodeURLSafe($0).utf8) })
        add("\(name) in small letters", Array(text.lowercased().utf8))
        add("\(name) in capitals", Array(text.uppercased().utf8))
        return readings
    }

    /// The parts of client data that may have been signed alone, such as the challenge.
    private static func parts(of bytes: [UInt8]) -> [Reading] {
        let members = JSONTexts(bytes)?.texts.prefix(20).map { member in
            Reading(name: "the member \(member.path) of the client data", bytes: Array(member.text.utf8))
        }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
        let first = lines.count > 1 ? [Reading(name: "the first line of the client data", bytes: Array(lines[0]))] : []
        return (members ?? []) + first
    }

    private static func encodings(of given: GivenClientData) -> [Reading] {
        [
            Reading(name: "the base64 text of \(given.name)", bytes: Array(Base64.encode(given.bytes).utf8)),
            Reading(
                name: "the base64url text of \(given.name)", bytes: Array(Base64.encodeURLSafe(given.bytes).utf8)),
            Reading(name: "the hex text of \(given.name)", bytes: Array(Hex.encode(given.bytes).utf8)),
        ]
    }
}
