/// A reader of DER (X.690): definite lengths and tags in their shortest form, and nothing left unread.
///
/// Whoever opens a reader says which code a fault is reported under, because DER occurs in several places of an object. In
/// receipts, where it reads BER, lengths can be indefinite or longer than needed, and octet strings come in chunks.
struct DERReader {
    /// The encoding rules.
    enum Rules {
        case der, ber
    }

    /// The bytes that hold what is read: positions in them are cheaper than slices of them.
    private let bytes: ArraySlice<UInt8>
    private var position: Int
    private let end: Int
    private let rules: Rules
    private let code: AttestError.Code

    /// Reads bytes with a closure that must consume all of them.
    static func read<Value>(
        _ bytes: ArraySlice<UInt8>,
        by rules: Rules = .der,
        reportingAs code: AttestError.Code,
        _ body: (inout DERReader) throws(AttestError) -> Value
    ) throws(AttestError) -> Value {
        let reader = DERReader(
            bytes: bytes, position: bytes.startIndex, end: bytes.endIndex, rules: rules, code: code)
        return try reader.readToEnd(body)
    }

    private consuming func readToEnd<Value>(
        _ body: (inout DERReader) throws(AttestError) -> Value
    ) throws(AttestError) -> Value {
        let value = try body(&self)
        guard isAtEnd else { throw fault("\(end - position) unexpected bytes") }
        return value
    }

    var isAtEnd: Bool { position == end }

    /// Reads an element of the given tag whose content the closure must consume.
    mutating func read<Value>(
        _ tag: DERTag,
        _ body: (inout DERReader) throws(AttestError) -> Value
    ) throws(AttestError) -> Value {
        let content = try place(tag).content
        let reader = DERReader(
            bytes: bytes, position: content.lowerBound, end: content.upperBound, rules: rules, code: code)
        return try reader.readToEnd(body)
    }

    /// Reads the content of an element of the given tag.
    mutating func content(_ tag: DERTag) throws(AttestError) -> ArraySlice<UInt8> {
        bytes[try place(tag).content]
    }

    /// Reads an element of the given tag.
    mutating func element(_ tag: DERTag) throws(AttestError) -> DERElement {
        element(at: try place(tag))
    }

    /// The tag of the next element, which stays unread; nil at the end.
    func nextTag() throws(AttestError) -> DERTag? {
        guard !isAtEnd else { return nil }
        var copy = self
        return try copy.tag()
    }

    /// Reads any element.
    mutating func element() throws(AttestError) -> DERElement {
        element(at: try place())
    }

    /// A fault at the current position, under the reader's code.
    func fault(_ what: String, at position: Int? = nil) -> AttestError {
        AttestError(code, "\(what) at byte \(position ?? self.position)")
    }

    // MARK: Where an element is

    private struct Place {
        let tag: DERTag
        let all: Range<Int>
        let content: Range<Int>
    }

    private func element(at place: Place) -> DERElement {
        DERElement(tag: place.tag, content: bytes[place.content], encoding: bytes[place.all])
    }

    private mutating func place(_ tag: DERTag) throws(AttestError) -> Place {
        let start = position
        let place = try place()
        guard place.tag == tag else { throw fault("another element than expected", at: start) }
        return place
    }

    private mutating func place() throws(AttestError) -> Place {
        let start = position
        let tag = try tag()
        let content: Range<Int>
        if let length = try length() {
            content = try skip(length, of: start)
        } else {
            guard tag.isConstructed else { throw fault("an indefinite length without elements", at: start) }
            content = try skipToEnd()
        }
        return Place(tag: tag, all: start..<position, content: content)
    }

    // MARK: The parts of an element, in the order of the bytes

    private mutating func tag() throws(AttestError) -> DERTag {
        let first = try byte()
        guard let tagClass = DERTag.Class(rawValue: first >> 6) else { throw fault("an unknown tag class") }
        var number = UInt32(first & 0x1f)
        if number == 0x1f {
            number = try highTagNumber()
        }
        return DERTag(tagClass: tagClass, isConstructed: first & 0x20 != 0, number: number)
    }

    /// A tag number of 31 or more: seven bits a byte, the highest first, no leading zeros.
    private mutating func highTagNumber() throws(AttestError) -> UInt32 {
        var number: UInt32 = 0
        var next: UInt8
        repeat {
            next = try byte()
            guard number > 0 || next != 0x80 else { throw fault("a tag number with leading zeros") }
            guard number < 1 << 21 else { throw fault("a tag number above 2^28") }
            number = number << 7 | UInt32(next & 0x7f)
        } while next & 0x80 != 0
        guard number >= 0x1f else { throw fault("a tag number in a longer form than needed") }
        return number
    }

    /// The length of the content; nil when it is indefinite.
    private mutating func length() throws(AttestError) -> Int? {
        let first = try byte()
        guard first & 0x80 != 0 else { return Int(first) }
        if first == 0x80 {
            guard rules == .ber else { throw fault("an indefinite length") }
            return nil
        }
        let count = Int(first & 0x7f)
        guard count <= 3 else { throw fault("a length of more than 3 bytes") }
        var length = 0
        for _ in 0..<count {
            length = length << 8 | Int(try byte())
        }
        // The shortest form of DER: the short one below 128, and no leading zero byte above.
        guard rules == .ber || (length >= 0x80 && length >> (8 * (count - 1)) != 0) else {
            throw fault("a length in a longer form than needed")
        }
        return length
    }

    /// Content of a definite length.
    private mutating func skip(_ length: Int, of element: Int) throws(AttestError) -> Range<Int> {
        guard length <= end - position else { throw fault("an element longer than what holds it", at: element) }
        let start = position
        position += length
        return start..<position
    }

    /// Content of an indefinite length: whole elements, up to the two zero bytes that end it (X.690, section 8.1.5).
    ///
    /// Only elements of indefinite length must be entered to find it, and a counter is enough for them.
    private mutating func skipToEnd() throws(AttestError) -> Range<Int> {
        let start = self.position
        var depth = 1
        while true {
            let position = self.position
            let tag = try tag()
            let length = try length()
            if tag == .endOfContents {
                guard length == 0 else { throw fault("an end that is not two zero bytes", at: position) }
                depth -= 1
                if depth == 0 { return start..<position }
            } else if let length {
                _ = try skip(length, of: position)
            } else {
                guard tag.isConstructed else { throw fault("an indefinite length without elements", at: position) }
                depth += 1
                guard depth <= AttestLimits.berDepth else {
                    throw AttestError(
                        .limitExceeded,
                        "more than \(AttestLimits.berDepth) levels of indefinite length at byte \(position)")
                }
            }
        }
    }

    private mutating func byte() throws(AttestError) -> UInt8 {
        guard position < end else { throw fault("cut off") }
        defer { position += 1 }
        return bytes[position]
    }
}
