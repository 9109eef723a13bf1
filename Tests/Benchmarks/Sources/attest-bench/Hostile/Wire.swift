import CBench

/// Writes CBOR, without a thought for what a decoder likes.
enum CBOR {
    static func head(_ majorType: UInt8, _ count: Int) -> [UInt8] {
        switch count {
        case ..<24: [majorType << 5 | UInt8(count)]
        case ..<0x100: [majorType << 5 | 24, UInt8(count)]
        default: [majorType << 5 | 25, UInt8(count >> 8), UInt8(count & 0xff)]
        }
    }

    static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }

    static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + text.utf8 }

    static func array(_ items: [[UInt8]]) -> [UInt8] { head(4, items.count) + items.flatMap { $0 } }

    static func map(_ entries: [(String, [UInt8])]) -> [UInt8] {
        head(5, entries.count) + entries.flatMap { text($0.0) + $0.1 }
    }
}

/// Writes DER.
enum DER {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        switch count {
        case ..<0x80: return [tag, UInt8(count)] + content
        case ..<0x100: return [tag, 0x81, UInt8(count)] + content
        default: return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xff)] + content
        }
    }

    static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(0x30, parts.flatMap { $0 }) }

    static let ecdsaWithSHA256: [UInt8] = [0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]
    static let sha256: [UInt8] = [0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01]
    static let integer1: [UInt8] = [0x02, 0x01, 0x01]
}

/// A key of the benchmark's own, with which whoever attacks can sign what they like.
enum OwnKey {
    static var point: [UInt8] { written(65) { bench_sign_point($0, $1) } }

    static func signature(over message: [UInt8]) -> [UInt8] {
        written(80) { bench_sign(message, message.count, $0, $1) }
    }

    private static func written(_ size: Int, _ write: (UnsafeMutablePointer<UInt8>?, Int) -> Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { buffer, count in count = write(buffer.baseAddress, size) }
    }
}
