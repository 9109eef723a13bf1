/// A strict decoder: what it accepts has one reading only.
///
/// It refuses indefinite lengths, duplicate keys, integers and lengths that are not in their shortest form, tags, invalid
/// UTF-8, and keys other than integers and strings. The input's own claims are never trusted with memory: a container's
/// count must fit the bytes that remain, and the limits of ``AttestLimits`` bound depth and work.
package struct CBORDecoder {
    private let reader = CBORHeadReader()
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private var itemsLeft = AttestLimits.cborItems

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    private var bytesLeft: Int { bytes.endIndex - position }

    /// Decodes exactly one item, with nothing after it.
    package static func decode(_ bytes: ArraySlice<UInt8>) throws(AttestError) -> CBORValue {
        var decoder = CBORDecoder(bytes)
        let value = try decoder.item(depth: 1)
        guard decoder.bytesLeft == 0 else {
            throw AttestError(
                .malformedCBOR, "\(decoder.bytesLeft) bytes follow the item that ends at byte \(decoder.position)")
        }
        return value
    }

    /// Decodes one item and gives back the bytes that follow it.
    package static func decodePrefix(
        of bytes: ArraySlice<UInt8>
    ) throws(AttestError) -> (value: CBORValue, rest: ArraySlice<UInt8>) {
        var decoder = CBORDecoder(bytes)
        let value = try decoder.item(depth: 1)
        return (value, bytes[decoder.position...])
    }

    private mutating func item(depth: Int) throws(AttestError) -> CBORValue {
        guard depth <= AttestLimits.cborDepth else { throw malformed("nesting deeper than \(AttestLimits.cborDepth)") }
        guard itemsLeft > 0 else { throw malformed("more than \(AttestLimits.cborItems) items") }
        itemsLeft -= 1

        let token = try nextToken()
        let head = token.head
        switch head.kind {
        case .unsigned: return .unsigned(head.argument)
        case .negative: return .negative(head.argument)
        case .bytes: return .bytes(bytes[token.payload])
        case .text: return .text(try text(bytes[token.payload]))
        case .array: return .array(try array(count: head.argument, depth: depth))
        case .map: return .map(try map(count: head.argument, depth: depth))
        case .float: return .float(Double(bitPattern: head.argument))
        case .boolean: return .boolean(head.argument == 1)
        case .null: return .null
        case .undefined: return .undefined
        case .tag: throw malformed("a tag")
        case .indefinite: throw malformed("an indefinite length")
        case .break: throw malformed("a break outside of an indefinite length")
        }
    }

    /// A head, and where a string's payload is.
    private struct Token {
        let head: CBORHead
        let payload: Range<Int>
    }

    /// Consumes a head, and the payload when it is a string's.
    private mutating func nextToken() throws(AttestError) -> Token {
        guard let reading = reader.read(bytes, at: position) else { throw malformed("cut off or not CBOR") }
        let head = reading.head
        let end = position + reading.length
        let payloadCount =
            switch head.kind {
            case .bytes, .text: min(reading.length, Int(clamping: head.argument))
            default: 0
            }

        switch head.kind {
        case .unsigned, .negative, .bytes, .text, .array, .map:
            guard reading.length - payloadCount == Self.shortestHead(for: head.argument) else {
                throw malformed("a number that is not in its shortest form")
            }
        // A float or simple value has no number, and no longer form to refuse; the other kinds are refused anyway.
        case .float, .boolean, .null, .undefined, .tag, .indefinite, .break: break
        }

        position = end
        return Token(head: head, payload: end - payloadCount..<end)
    }

    private func text(_ payload: ArraySlice<UInt8>) throws(AttestError) -> CBORText {
        // All that devices send is ASCII, which needs no validation.
        guard payload.allSatisfy({ $0 < 0x80 }) || String(validating: payload, as: UTF8.self) != nil else {
            throw malformed("text that is not UTF-8")
        }
        return CBORText(validUTF8: payload)
    }

    private mutating func array(count: UInt64, depth: Int) throws(AttestError) -> [CBORValue] {
        guard count <= bytesLeft else { throw malformed("an array of more items than bytes remain") }
        var items: [CBORValue] = []
        for _ in 0..<count {
            items.append(try item(depth: depth + 1))
        }
        return items
    }

    private mutating func map(count: UInt64, depth: Int) throws(AttestError) -> CBORMap {
        guard count <= bytesLeft / 2 else { throw malformed("a map of more entries than bytes remain") }
        guard count <= AttestLimits.cborMapEntries else {
            throw malformed("a map of more than \(AttestLimits.cborMapEntries) entries")
        }
        var map = CBORMap(capacity: Int(count))
        for _ in 0..<count {
            let key = try item(depth: depth + 1)
            switch key {
            case .unsigned, .negative: break
            case .text(let text): try checkKey(ofByteCount: text.utf8.count)
            case .bytes(let bytes): try checkKey(ofByteCount: bytes.count)
            default: throw malformed("a map key that is neither an integer nor a string")
            }
            let value = try item(depth: depth + 1)
            guard map.insert(value, for: key) else { throw malformed("a duplicate map key") }
        }
        return map
    }

    private func checkKey(ofByteCount count: Int) throws(AttestError) {
        guard count <= AttestLimits.cborMapKeyBytes else {
            throw AttestError(
                .limitExceeded,
                "a map key of \(count) bytes before byte \(position), and the limit is \(AttestLimits.cborMapKeyBytes)")
        }
    }

    /// The bytes of the shortest head for a number (RFC 8949, section 4.2.1).
    private static func shortestHead(for argument: UInt64) -> Int {
        switch argument {
        case ..<24: 1
        case ...0xff: 2
        case ...0xffff: 3
        case ...0xffff_ffff: 5
        default: 9
        }
    }

    private func malformed(_ what: String) -> AttestError {
        AttestError(.malformedCBOR, "\(what) at byte \(position)")
    }
}
