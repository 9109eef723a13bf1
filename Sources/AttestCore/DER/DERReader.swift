/// A reader of DER (X.690): definite lengths and tags in their shortest form, and nothing left unread.
///
/// Whoever opens a reader says which code a fault is reported under, because DER occurs in several places of an object. In
/// receipts, where it reads BER, lengths can be indefinite or longer than needed, and octet strings come in chunks.
struct DERReader {
    /// The encoding rules.
    enum Rules {
        case der, ber
    }

    private var rest: ArraySlice<UInt8>
    private let rules: Rules
    private let code: AttestError.Code

    private init(_ bytes: ArraySlice<UInt8>, _ rules: Rules, reportingAs code: AttestError.Code) {
        rest = bytes
        self.rules = rules
        self.code = code
    }

    /// Reads bytes with a closure that must consume all of them.
    static func read<Value>(
        _ bytes: ArraySlice<UInt8>,
        by rules: Rules = .der,
        reportingAs code: AttestError.Code,
        _ body: (inout DERReader) throws(AttestError) -> Value
    ) throws(AttestError) -> Value {
        var reader = DERReader(bytes, rules, reportingAs: code)
        let value = try body(&reader)
        guard reader.isAtEnd else { throw reader.fault("\(reader.rest.count) unexpected bytes") }
        return value
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Reads an element of the given tag whose content the closure must consume.
    mutating func read<Value>(
        _ tag: DERTag,
        _ body: (inout DERReader) throws(AttestError) -> Value
    ) throws(AttestError) -> Value {
        try Self.read(try element(tag).content, by: rules, reportingAs: code, body)
    }

    /// Reads the content of an element of the given tag.
    mutating func content(_ tag: DERTag) throws(AttestError) -> ArraySlice<UInt8> {
        try element(tag).content
    }

    /// Reads an element of the given tag.
    mutating func element(_ tag: DERTag) throws(AttestError) -> DERElement {
        let position = rest.startIndex
        let element = try element()
        guard element.tag == tag else { throw fault("another element than expected", at: position) }
        return element
    }

    /// The tag of the next element, which stays unread; nil at the end.
    func nextTag() throws(AttestError) -> DERTag? {
        guard !isAtEnd else { return nil }
        var copy = self
        return try copy.tag()
    }

    /// Reads any element.
    mutating func element() throws(AttestError) -> DERElement {
        let start = rest
        let tag = try tag()
        let content: ArraySlice<UInt8>
        if let length = try length() {
            content = try bytes(length, of: start.startIndex)
        } else {
            guard tag.isConstructed else { throw fault("an indefinite length without elements", at: start.startIndex) }
            content = try contentToItsEnd()
        }
        return DERElement(tag: tag, content: content, encoding: start[start.startIndex..<rest.startIndex])
    }

    /// A fault at the current position, under the reader's code.
    func fault(_ what: String, at position: Int? = nil) -> AttestError {
        AttestError(code, "\(what) at byte \(position ?? rest.startIndex)")
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
    private mutating func bytes(_ length: Int, of element: Int) throws(AttestError) -> ArraySlice<UInt8> {
        guard length <= rest.count else { throw fault("an element longer than what holds it", at: element) }
        let bytes = rest.prefix(length)
        rest = rest.dropFirst(length)
        return bytes
    }

    /// Content of an indefinite length: whole elements, up to the two zero bytes that end it (X.690, section 8.1.5).
    ///
    /// Only elements of indefinite length must be entered to find it, and a counter is enough for them.
    private mutating func contentToItsEnd() throws(AttestError) -> ArraySlice<UInt8> {
        let start = rest
        var depth = 1
        while true {
            let position = rest.startIndex
            let tag = try tag()
            let length = try length()
            if tag == .endOfContents {
                guard length == 0 else { throw fault("an end that is not two zero bytes", at: position) }
                depth -= 1
                if depth == 0 { return start[start.startIndex..<position] }
            } else if let length {
                _ = try bytes(length, of: position)
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
        guard let byte = rest.popFirst() else { throw fault("cut off") }
        return byte
    }
}
