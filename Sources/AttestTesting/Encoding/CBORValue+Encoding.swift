package import AttestCore

extension CBORValue {
    /// The shortest encoding, which is the one that devices send.
    package var encoded: [UInt8] {
        switch self {
        case .unsigned(let value): Self.head(0, value)
        case .negative(let value): Self.head(1, value)
        case .bytes(let bytes): Self.head(2, UInt64(bytes.count)) + bytes
        case .text(let text): Self.head(3, UInt64(text.utf8.count)) + text.utf8
        case .array(let items): Self.head(4, UInt64(items.count)) + items.flatMap(\.encoded)
        case .map(let map):
            Self.head(5, UInt64(map.entries.count)) + map.entries.flatMap { $0.key.encoded + $0.value.encoded }
        case .boolean(let value): [value ? 0xf5 : 0xf4]
        case .null: [0xf6]
        case .undefined: [0xf7]
        case .float(let value): [0xfb] + (0..<8).reversed().map { UInt8(value.bitPattern >> ($0 * 8) & 0xff) }
        }
    }

    /// A map with text keys in the given order, its values encoded already; a key that comes twice is written twice.
    package static func encodedMap(_ entries: [(String, [UInt8])]) -> [UInt8] {
        head(5, UInt64(entries.count)) + entries.flatMap { CBORValue.text(CBORText($0.0)).encoded + $0.1 }
    }

    /// A head of a major type with its argument in the shortest form, or in a longer one of 1, 2, 4 or 8 bytes.
    package static func head(_ majorType: UInt8, _ argument: UInt64, argumentBytes: Int? = nil) -> [UInt8] {
        let shortest =
            switch argument {
            case ..<24: 0
            case ..<0x100: 1
            case ..<0x1_0000: 2
            case ..<0x1_0000_0000: 4
            default: 8
            }
        let count = argumentBytes ?? shortest
        guard count > 0 else { return [majorType << 5 | UInt8(argument)] }
        let information: UInt8 = [1: 24, 2: 25, 4: 26, 8: 27][count] ?? 27
        return [majorType << 5 | information]
            + (0..<count).reversed().map { UInt8(argument >> (UInt64($0) * 8) & 0xff) }
    }
}
