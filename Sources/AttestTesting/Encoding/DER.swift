/// Writes DER elements; independent of the reader in AttestCore, and able to write what that refuses.
package enum DER {
    /// An element with an identifier octet, or several for a tag number above 30.
    package static func element(_ identifier: [UInt8], _ content: [UInt8]) -> [UInt8] {
        identifier + length(content.count) + content
    }

    package static func sequence(_ parts: [UInt8]...) -> [UInt8] { element([0x30], parts.flatMap { $0 }) }

    package static func sequence(of parts: [[UInt8]]) -> [UInt8] { element([0x30], parts.flatMap { $0 }) }

    package static func set(_ parts: [UInt8]...) -> [UInt8] { element([0x31], parts.flatMap { $0 }) }

    package static func octetString(_ bytes: [UInt8]) -> [UInt8] { element([0x04], bytes) }

    package static func octetString(_ text: String) -> [UInt8] { octetString(Array(text.utf8)) }

    package static func utf8String(_ text: String) -> [UInt8] { element([0x0c], Array(text.utf8)) }

    package static func bitString(_ bytes: [UInt8], unusedBits: UInt8 = 0) -> [UInt8] {
        element([0x03], [unusedBits] + bytes)
    }

    package static func boolean(_ value: Bool) -> [UInt8] { element([0x01], [value ? 0xff : 0x00]) }

    package static func integer(_ value: UInt8) -> [UInt8] { integer([value]) }

    /// A positive integer from its big-endian bytes.
    package static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let significant = bytes.drop { $0 == 0 }
        let needsZero = (significant.first ?? 0x80) & 0x80 != 0
        return element([0x02], (needsZero ? [0] : []) + significant)
    }

    /// An explicit context tag.
    package static func explicit(_ number: UInt32, _ content: [UInt8]) -> [UInt8] {
        guard number > 30 else { return element([0xa0 | UInt8(number)], content) }
        var groups = [UInt8(number & 0x7f)]
        var rest = number >> 7
        while rest > 0 {
            groups.append(UInt8(rest & 0x7f) | 0x80)
            rest >>= 7
        }
        return element([0xbf] + groups.reversed(), content)
    }

    /// An object identifier from its dotted form.
    package static func objectIdentifier(_ dotted: String) -> [UInt8] {
        let arcs = dotted.split(separator: ".").compactMap { UInt32($0) }
        let values = [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)
        let content = values.flatMap { value -> [UInt8] in
            var groups = [UInt8(value & 0x7f)]
            var rest = value >> 7
            while rest > 0 {
                groups.append(UInt8(rest & 0x7f) | 0x80)
                rest >>= 7
            }
            return groups.reversed()
        }
        return element([0x06], content)
    }

    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        case ..<0x10000: [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
        default: [0x83, UInt8(count >> 16 & 0xff), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)]
        }
    }
}
