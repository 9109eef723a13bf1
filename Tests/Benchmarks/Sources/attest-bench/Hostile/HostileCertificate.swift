/// A certificate that is well-formed and as expensive to read as its parameters make it.
struct HostileCertificate {
    /// How many relative distinguished names each name has, and how many attributes each of these.
    var names = 1
    var attributes = 1
    /// Extensions, each with an object identifier of its own.
    var extensions = 0
    /// Entries of a list of alternative names.
    var alternativeNames = 0
    var number: UInt8 = 0
    var issuer: [UInt8]?
    var key: [UInt8]
    var isAuthority = false
    var markers: [[UInt8]] = []

    /// The largest certificate within 4 KiB that has these parameters: names are shortened until it fits.
    var encoded: [UInt8] {
        var smaller = self
        var encoded = smaller.encodedAsIs
        while encoded.count > 4096, smaller.names > 1 {
            smaller.names -= max(1, smaller.names / 20)
            encoded = smaller.encodedAsIs
        }
        return encoded
    }

    static func name(_ number: UInt8, names: Int, attributes: Int) -> [UInt8] {
        let attribute = { (index: Int) in
            DER.sequence([0x06, 0x03, 0x55, 0x04, UInt8(3 + index % 40)], DER.element(0x0c, [0x61 + number, 0x20]))
        }
        return DER.element(
            0x30,
            (0..<names).flatMap { _ in DER.element(0x31, (0..<attributes).flatMap { attribute($0) }) })
    }

    private var encodedAsIs: [UInt8] {
        let subject = Self.name(number, names: names, attributes: attributes)
        let identifiers = (0..<extensions).map { index -> [UInt8] in
            let id: [UInt8] = [0x06, 0x04, 0x2a, 0x86, 0x48, UInt8(index & 0x7f)]
            return DER.sequence(id, DER.element(0x04, []))
        }
        let names = DER.element(0x30, (0..<alternativeNames).flatMap { _ in DER.element(0x82, [0x61]) })
        let basic = DER.sequence(isAuthority ? [0x01, 0x01, 0xff] : [])
        let usage: [UInt8] = isAuthority ? [0x03, 0x02, 0x01, 0x06] : [0x03, 0x02, 0x07, 0x80]
        let fixed = [
            DER.sequence([0x06, 0x03, 0x55, 0x1d, 0x13, 0x01, 0x01, 0xff], DER.element(0x04, basic)),
            DER.sequence([0x06, 0x03, 0x55, 0x1d, 0x0f, 0x01, 0x01, 0xff], DER.element(0x04, usage)),
            alternativeNames == 0
                ? [] : DER.sequence([0x06, 0x03, 0x55, 0x1d, 0x11], DER.element(0x04, names)),
        ]
        let signed = DER.sequence(
            DER.element(0xa0, [0x02, 0x01, 0x02]), [0x02, 0x01, 0x01 + number], DER.ecdsaWithSHA256,
            issuer ?? Self.name(number + 1, names: self.names, attributes: attributes),
            DER.sequence(
                DER.element(0x17, Array("200101000000Z".utf8)), DER.element(0x17, Array("491231000000Z".utf8))),
            subject, Self.publicKeyInfo(key),
            DER.element(0xa3, DER.element(0x30, (fixed + markers + identifiers).flatMap { $0 })))
        let number = { (byte: UInt8) in DER.element(0x02, [UInt8](repeating: byte, count: 48)) }
        return DER.sequence(
            signed, DER.ecdsaWithSHA256, DER.element(0x03, [0] + DER.sequence(number(0x5a), number(0x5b))))
    }

    private static func publicKeyInfo(_ point: [UInt8]) -> [UInt8] {
        let curve: [UInt8] =
            point.count == 65
            ? [0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07] : [0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22]
        return DER.sequence(
            DER.sequence([0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01], curve), DER.element(0x03, [0] + point))
    }

    /// Shapes that are expensive in different ways.
    static func shapes(key: [UInt8]) -> [HostileCertificate] {
        [
            HostileCertificate(names: 140, key: key),
            HostileCertificate(names: 1, attributes: 140, key: key),
            HostileCertificate(names: 12, attributes: 12, key: key),
            HostileCertificate(names: 100, extensions: 29, key: key),
            HostileCertificate(alternativeNames: 900, key: key),
            HostileCertificate(names: 60, extensions: 28, alternativeNames: 300, key: key),
        ]
    }
}
