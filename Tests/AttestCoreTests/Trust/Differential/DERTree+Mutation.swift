import AttestTesting

extension DERTree {
    /// Changes one thing at random.
    mutating func mutate(_ random: inout Random) {
        let number = random.below(count)
        var element = self[number]
        switch random.below(10) {
        case 0: element.identifier = random.element(of: Self.identifiers)
        case 1: element.identifier ^= 1 << UInt8(random.below(8))
        case 2: element = self[random.below(count)]
        case 3: element = DERTree(identifier: element.identifier, content: random.bytes(random.below(24)))
        case 4 where !element.children.isEmpty: element.children.remove(at: random.below(element.children.count))
        case 5 where !element.children.isEmpty: element.children.append(random.element(of: element.children))
        case 6 where !element.children.isEmpty: element.children.shuffle(using: &random)
        case 4, 5, 6, 7: element.changeContent(&random)
        case 8: element = Self.insertExtension(in: element, &random)
        default:
            addExtension(&random)
            return
        }
        self[number] = element
    }

    private init(identifier: UInt8, content: [UInt8]) {
        (self.identifier, self.content) = (identifier, content)
    }

    private mutating func changeContent(_ random: inout Random) {
        var bytes = children.isEmpty ? content : children.flatMap(\.encoding)
        children = []
        let index = random.below(bytes.count + 1)
        switch random.below(4) {
        case 0: bytes.insert(random.byte(), at: index)
        case 1 where index < bytes.count: bytes.remove(at: index)
        case 2 where index < bytes.count: bytes[index] = random.byte()
        case 3 where index < bytes.count: bytes[index] ^= 1 << UInt8(random.below(8))
        default: bytes = Array(bytes.prefix(index))
        }
        content = bytes
    }

    private static let identifiers: [UInt8] = [
        0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1e,
        0x30, 0x31, 0x80, 0x81, 0x82, 0xa0, 0xa1, 0xa2, 0xa3,
    ]

    // MARK: Extensions, above all those that OpenSSL reads

    /// Adds an extension to those of a TBSCertificate, or changes the value of one.
    private mutating func addExtension(_ random: inout Random) {
        guard let list = children.last?.children.first, !list.children.isEmpty else { return }
        children[children.count - 1].children[0] = Self.insertExtension(in: list, &random)
    }

    private static func insertExtension(in list: DERTree, _ random: inout Random) -> DERTree {
        let value = random.below(4) == 0 ? random.bytes(random.below(12)) : random.element(of: values)
        let entry = DER.sequence(
            DER.objectIdentifier(random.element(of: identifiersOfExtensions)),
            random.below(4) == 0 ? DER.boolean(true) : [], DER.octetString(value))
        guard let tree = DERTree(entry[...]) else { return list }
        var list = list
        if random.below(3) == 0, !list.children.isEmpty {
            list.children[random.below(list.children.count)] = tree
        } else {
            list.children.insert(tree, at: random.below(list.children.count + 1))
        }
        return list
    }

    private static let identifiersOfExtensions = [
        "2.5.29.14", "2.5.29.15", "2.5.29.16", "2.5.29.17", "2.5.29.18", "2.5.29.19", "2.5.29.30", "2.5.29.31",
        "2.5.29.32", "2.5.29.33", "2.5.29.35", "2.5.29.36", "2.5.29.37", "2.5.29.46", "2.5.29.54",
        "1.3.6.1.5.5.7.1.1", "1.3.6.1.5.5.7.1.7", "1.3.6.1.5.5.7.1.8", "1.3.6.1.5.5.7.1.14", "1.3.6.1.5.5.7.1.24",
        "1.3.6.1.5.5.7.48.1.5", "1.3.6.1.4.1.11129.2.4.2", "1.3.6.1.4.1.11129.2.4.3", "2.16.840.1.113730.1.1",
        "2.16.840.1.113730.1.13", "1.2.840.113635.100.8.2", "1.2.840.113635.100.8.5", "1.2.840.113635.100.8.99",
        "1.2.840.113635.100.6.1", "1.2.3.4",
    ]

    private static let values: [[UInt8]] = [
        [], DER.sequence(), [0x05, 0x00], DER.sequence(DER.boolean(true)), DER.sequence(DER.boolean(false)),
        DER.sequence(DER.boolean(true), DER.integer(0)), DER.sequence(DER.integer(1)),
        DER.bitString([0x80], unusedBits: 7), DER.bitString([0xf0], unusedBits: 4),
        DER.bitString([0x06], unusedBits: 1),
        DER.bitString([0x80, 0x80], unusedBits: 7), DER.bitString([0x00]), DER.bitString([]),
        DER.octetString(Array(repeating: 7, count: 20)),
        DER.sequence(DER.element([0x80], Array(repeating: 7, count: 20))),
        DER.sequence(DER.element([0x82], Array("example.com".utf8))),
        DER.sequence(DER.element([0xa0], DER.sequence(DER.element([0x82], Array("example.com".utf8))))),
        DER.sequence(DER.objectIdentifier("1.2.840.113635.100.4.24")),
        DER.sequence(DER.objectIdentifier("1.3.6.1.5.5.7.3.1"), DER.objectIdentifier("2.5.29.37.0")),
        DER.sequence(DER.sequence(DER.objectIdentifier("1.3.6.1.5.5.7.21.1"))),
        DER.sequence(DER.sequence(DER.octetString([0, 1]), DER.sequence(DER.bitString([10, 0])))),
        DER.explicit(0, DER.sequence(DER.integer(1))), DER.integer(0),
    ]
}
