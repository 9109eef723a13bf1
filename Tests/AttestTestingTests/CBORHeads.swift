import AttestCore
import AttestTesting

/// Where the heads of a CBOR item stand; a reader of its own, for well-formed items of definite lengths only.
struct CBORHeads {
    struct Head {
        let position: Int
        let length: Int
        let majorType: UInt8
        let argument: UInt64
    }

    /// A member of the outermost map: its name, and the bytes of name and value.
    struct Member {
        let name: String
        let range: Range<Int>
    }

    private(set) var heads: [Head] = []
    private(set) var members: [Member] = []
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        item(depth: 0)
        precondition(position == bytes.count)
    }

    private mutating func item(depth: Int) {
        let head = head()
        switch head.majorType {
        case 2, 3: position += Int(head.argument)
        case 4: for _ in 0..<head.argument { item(depth: depth + 1) }
        case 5:
            for _ in 0..<head.argument {
                let start = position
                item(depth: depth + 1)
                let name = String(decoding: bytes[start + 1..<position], as: UTF8.self)
                item(depth: depth + 1)
                if depth == 0 { members.append(Member(name: name, range: start..<position)) }
            }
        default: break
        }
    }

    private mutating func head() -> Head {
        let start = position
        let information = bytes[position] & 0x1f
        position += 1
        var argument = UInt64(information)
        if information >= 24 {
            let count = 1 << Int(information - 24)
            argument = bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
            position += count
        }
        let head = Head(position: start, length: position - start, majorType: bytes[start] >> 5, argument: argument)
        heads.append(head)
        return head
    }

    /// The bytes with one head in each longer form of the same number.
    static func longerForms(of bytes: [UInt8], head: Head) -> [[UInt8]] {
        [1, 2, 4, 8].filter { $0 + 1 > head.length }.map { count in
            let longer = CBORValue.head(head.majorType, head.argument, argumentBytes: count)
            return bytes[..<head.position] + longer + bytes[(head.position + head.length)...]
        }
    }
}
