import AttestCore
import AttestTesting
import Foundation

/// Objects within the limits that cost as much as possible, by hand: where the search for the worst starts.
enum HostileObjects {
    /// Items, some of them maps whose keys differ in their last bytes only.
    ///
    /// Just within the decoder's limits, of which the object itself needs a dozen items: 256 items, 32 entries of a map, 64
    /// bytes of a key. Whoever changes a limit changes these too: an object that is refused while it is read costs nothing.
    private static func items(byteCount: Int) -> [[UInt8]] {
        let key = { (index: Int) in String(repeating: "k", count: 62) + String(format: "%02d", index) }
        let map = { (count: Int, value: [UInt8]) in CBOR.map((0..<count).map { (key($0), value) }) }
        let shapes: [[UInt8]] = [
            CBOR.array((0..<240).map { _ in [0x00] }),
            map(32, [0x00]),
            CBOR.array((0..<3).map { _ in map(32, [0x00]) }),
            map(32, CBOR.array((0..<4).map { _ in [0x00] })),
            CBOR.text(String(repeating: "\u{e9}", count: max(0, byteCount / 2 - 200))),
            CBOR.bytes([UInt8](repeating: 0, count: max(0, byteCount - 300))),
        ]
        return shapes.filter { $0.count <= byteCount }
    }

    // MARK: Attestations

    /// A genuine-shaped object of the virtual device, and the bytes of its second certificate.
    private static func intermediate(of object: [UInt8]) throws -> [UInt8] {
        // x5c is an array of two byte strings with lengths of two bytes.
        let name = CBOR.text("x5c") + [0x82, 0x59]
        guard let start = object.indices.first(where: { object[$0...].starts(with: name) }) else {
            throw Failure(text: "no x5c")
        }
        let leaf = start + name.count
        let second = leaf + 2 + Int(object[leaf]) << 8 + Int(object[leaf + 1])
        let count = Int(object[second + 1]) << 8 + Int(object[second + 2])
        return Array(object[second + 3..<second + 3 + count])
    }

    /// The point of a certificate with a P-384 key.
    private static func point(of certificate: [UInt8]) throws -> [UInt8] {
        let head: [UInt8] = [0x2b, 0x81, 0x04, 0x00, 0x22, 0x03, 0x62, 0x00]
        guard let start = certificate.indices.first(where: { certificate[$0...].starts(with: head) }) else {
            throw Failure(text: "no P-384 key")
        }
        return Array(certificate[start + head.count..<start + head.count + 97])
    }

    /// The DER of the subject of an intermediate: what follows its validity.
    private static func subject(of certificate: [UInt8]) throws -> [UInt8] {
        // Two times of 13 bytes each, UTCTime, within a sequence of 30 bytes.
        let validity: [UInt8] = [0x30, 0x1e, 0x17, 0x0d]
        guard let start = certificate.indices.first(where: { certificate[$0...].starts(with: validity) }) else {
            throw Failure(text: "no validity")
        }
        let name = start + 32
        return Array(certificate[name..<name + 2 + Int(certificate[name + 1])])
    }

    /// Objects whose authenticator data are those of a good one.
    static func attestations(like good: [UInt8]) throws -> [[UInt8]] {
        let genuine = try intermediate(of: good)
        let issuerKey = try point(of: genuine)
        let name = CBOR.text("authData")
        guard let start = good.indices.last(where: { good[$0...].starts(with: name) }) else {
            throw Failure(text: "no authData")
        }
        let authData = Array(good[(start + name.count)...])
        func object(_ chain: [[UInt8]], _ extra: [(String, [UInt8])] = []) -> [UInt8] {
            CBOR.map(
                [("fmt", CBOR.text("apple-appattest"))] + extra
                    + [("attStmt", CBOR.map([("x5c", CBOR.array(chain.map(CBOR.bytes)))])), ("authData", authData)])
        }
        var all: [[UInt8]] = []
        for shape in HostileCertificate.shapes(key: OwnKey.point) {
            var leaf = shape
            leaf.issuer = try subject(of: genuine)
            // Under the genuine intermediate, so that its signature and the leaf's are verified.
            all.append(object([leaf.encoded, genuine]))
            // Five certificates that name each other.
            var chain = [shape.encoded]
            for number in 1..<5 {
                var issuer = shape
                (issuer.number, issuer.key, issuer.isAuthority) = (UInt8(number), issuerKey, true)
                chain.append(issuer.encoded)
            }
            all.append(object(chain))
            all += items(byteCount: 40_000).map { object(chain, [("x", $0)]) }
        }
        return all.filter { $0.count <= AttestLimits.attestationObjectBytes }
    }

    // MARK: Assertions

    /// Assertions with a good signature of another key, and as much beside it as fits.
    static func assertions() -> [[UInt8]] {
        let signature = CBOR.bytes(OwnKey.signature(over: [1]))
        let head = [UInt8](repeating: 0, count: 32) + [0xc0, 0, 0, 0, 1]
        var all: [[UInt8]] = []
        for member in items(byteCount: 7800) {
            for value in [[]] + items(byteCount: 7800 - member.count) {
                let extensions = value.isEmpty ? [] : CBOR.map([("x", value)])
                all.append(
                    CBOR.map([
                        ("x", member), ("signature", signature), ("authenticatorData", CBOR.bytes(head + extensions)),
                    ]))
            }
        }
        return all.filter { $0.count <= AttestLimits.assertionObjectBytes }
    }

    // MARK: Receipts

    /// Receipts that a key of the attacker's own has signed, with chains and contents as large as fits.
    static func receipts(like receipt: [UInt8]) -> [[UInt8]] {
        var all: [[UInt8]] = [receipt]
        let publicKey = OwnKey.point
        for chunk in [1, 7, 1000] {
            for shape in HostileCertificate.shapes(key: publicKey) {
                for count in 1...3 {
                    var certificates = [shape]
                    for number in 1..<count {
                        var issuer = shape
                        (issuer.number, issuer.isAuthority) = (UInt8(number), true)
                        certificates.append(issuer)
                    }
                    all.append(Self.receipt(certificates, chunk: chunk))
                }
            }
        }
        return all.filter { $0.count <= AttestLimits.receiptBytes }
    }

    private static func receipt(_ certificates: [HostileCertificate], chunk: Int) -> [UInt8] {
        let field = { (type: UInt8, value: [UInt8]) in
            DER.sequence([0x02, 0x01, type], DER.integer1, DER.element(0x04, value))
        }
        let leaf = certificates[0].encoded
        let content = DER.element(
            0x31,
            field(2, Array(Ceremony.appID.utf8)) + field(3, leaf.count < 2000 ? leaf : [])
                + field(6, Array("ATTEST".utf8))
                + field(12, Array("2026-09-21T14:13:20Z".utf8)) + (100..<150).flatMap { field(UInt8($0), [0]) })
        let chunks = stride(from: 0, to: content.count, by: chunk).flatMap {
            DER.element(0x04, Array(content[$0..<min($0 + chunk, content.count)]))
        }
        func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, 0x80] + content + [0, 0] }
        let issuer = HostileCertificate.name(1, names: certificates[0].names, attributes: certificates[0].attributes)
        let signer = DER.sequence(
            DER.integer1, DER.sequence(issuer, DER.integer1), DER.sha256, DER.ecdsaWithSHA256,
            DER.element(0x04, OwnKey.signature(over: content)))
        let signedData =
            DER.integer1 + DER.element(0x31, DER.sha256)
            + indefinite(
                0x30,
                [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01]
                    + indefinite(0xa0, indefinite(0x24, chunks)))
            + indefinite(0xa0, certificates.flatMap(\.encoded)) + DER.element(0x31, signer)
        return indefinite(
            0x30,
            [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]
                + indefinite(0xa0, indefinite(0x30, signedData)))
    }
}
