import AttestCore

/// The shape of an object, line by line: what two objects of one profile have in common, and nothing else.
///
/// Kept: the order and names of members, types, tags, lengths where they are fixed, flags, object identifiers, booleans and
/// small numbers. Left out: keys, hashes, signatures, serial numbers, times, and texts with their lengths.
enum Shape {
    // MARK: Objects

    static func attestation(_ bytes: [UInt8]) -> [String] {
        var lines = outline(bytes)
        guard case .map(let members) = try? CBORDecoder.decode(bytes[...]),
            case .map(let statement)? = members["attStmt"], case .array(let x5c)? = statement["x5c"],
            case .bytes(let authData)? = members["authData"]
        else { return lines + ["not an attestation object"] }
        for (index, certificate) in x5c.enumerated() {
            guard case .bytes(let der) = certificate else { continue }
            lines += self.certificate(der).map { "x5c[\(index)] \($0)" }
        }
        lines += head(of: authData)
        lines.append("credential ID length \(authData.dropFirst(53).prefix(2).map { $0 })")
        lines += outline(authData.dropFirst(87).prefix(77)).map { "COSE \($0)" }
        lines += outline(authData.dropFirst(164)).map { "extensions \($0)" }
        return lines
    }

    static func assertion(_ bytes: [UInt8]) -> [String] {
        var lines = outline(bytes)
        guard case .map(let members) = try? CBORDecoder.decode(bytes[...]),
            case .bytes(let authData)? = members["authenticatorData"],
            case .bytes(let signature)? = members["signature"]
        else { return lines + ["not an assertion"] }
        lines += tree(signature).map { "signature \($0)" }
        lines += head(of: authData)
        lines += outline(authData.dropFirst(37)).map { "extensions \($0)" }
        return lines
    }

    private static func head(of authData: ArraySlice<UInt8>) -> [String] {
        ["flags \(authData.dropFirst(32).first ?? 0)", "RP ID hash and counter before byte \(min(37, authData.count))"]
    }

    // MARK: CBOR

    /// The names and types of a CBOR item; nothing for no bytes.
    private static func outline(_ bytes: some Collection<UInt8>) -> [String] {
        guard !bytes.isEmpty else { return [] }
        guard let value = try? CBORDecoder.decode(Array(bytes)[...]) else { return ["not CBOR"] }
        return outline(value, path: "")
    }

    private static func outline(_ value: CBORValue, path: String) -> [String] {
        switch value {
        case .map(let map):
            return ["\(path){\(map.entries.count)}"]
                + map.entries.flatMap { outline($0.value, path: "\(path).\(name($0.key))") }
        case .array(let items):
            return ["\(path)[\(items.count)]"] + items.flatMap { outline($0, path: "\(path)[]") }
        // Lengths of hashes, coordinates and categories are fixed; those of certificates, receipts and signatures are not.
        case .bytes(let bytes): return ["\(path) bytes\(bytes.count <= 32 ? " \(bytes.count)" : "")"]
        case .text: return ["\(path) text"]
        case .unsigned(let number): return ["\(path) \(number)"]
        case .negative(let number): return ["\(path) -1-\(number)"]
        default: return ["\(path) other"]
        }
    }

    private static func name(_ key: CBORValue) -> String {
        switch key {
        case .text(let text): text.description
        case .unsigned(let number): "\(number)"
        case .negative(let number): "-1-\(number)"
        default: "?"
        }
    }

    // MARK: DER

    /// The fields of a certificate: serial number, names and times by type only, extensions whole.
    private static func certificate(_ der: ArraySlice<UInt8>) -> [String] {
        tree(der)
    }

    /// The tags of all elements, with the values that are fixed; octet strings that hold DER are opened.
    private static func tree(_ der: ArraySlice<UInt8>, depth: Int = 0) -> [String] {
        var lines: [String] = []
        var rest = der
        let indent = String(repeating: " ", count: depth)
        while let element = DERPiece(reading: &rest) {
            switch (element.identifier.first, element.content.count) {
            case (let identifier?, _) where identifier & 0x20 != 0:
                lines.append("\(indent)\(element.tag)")
                lines += tree(element.content, depth: depth + 1)
            case (0x01, _), (0x06, _), (0x02, 1), (0x0c, 2...4):
                lines.append("\(indent)\(element.tag) \(element.content.map { $0 })")
            case (0x03, 2):
                lines.append("\(indent)\(element.tag) \(element.content.map { $0 })")
            case (0x04, _) where isTree(element.content):
                lines.append("\(indent)\(element.tag) holding")
                lines += tree(element.content, depth: depth + 1)
            default:
                lines.append("\(indent)\(element.tag)")
            }
        }
        return lines
    }

    /// Whether bytes are DER elements and nothing else, which short texts and hashes are not by chance here.
    private static func isTree(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, [0x30, 0x03, 0x04].contains(first) else { return false }
        var rest = bytes
        while !rest.isEmpty {
            guard DERPiece(reading: &rest) != nil else { return false }
        }
        return true
    }
}

/// One DER element; a reader of the tests' own.
private struct DERPiece {
    let identifier: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>

    var tag: String { identifier.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    init?(reading rest: inout ArraySlice<UInt8>) {
        var cursor = rest
        guard let first = cursor.popFirst() else { return nil }
        var identifierLength = 1
        if first & 0x1f == 0x1f {
            repeat {
                guard let next = cursor.popFirst() else { return nil }
                identifierLength += 1
                if next & 0x80 == 0 { break }
            } while true
        }
        guard let short = cursor.popFirst() else { return nil }
        var length = Int(short)
        if short & 0x80 != 0 {
            length = 0
            for _ in 0..<(short & 0x7f) {
                guard let next = cursor.popFirst(), length < 1 << 24 else { return nil }
                length = length << 8 | Int(next)
            }
        }
        guard length <= cursor.count else { return nil }
        identifier = rest.prefix(identifierLength)
        content = cursor.prefix(length)
        rest = cursor.dropFirst(length)
    }
}
