internal import AttestCore

/// Public keys in other forms than the uncompressed point.
enum PublicKeyAlternatives {
    // The SubjectPublicKeyInfo of P-256 with an uncompressed point (RFC 5480): always the same 26 bytes before it.
    private static let spkiPrefix: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
        0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]
    // The COSE key of WebAuthn: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    private static let coseX: [UInt8] = [0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]
    private static let coseY: [UInt8] = [0x22, 0x58, 0x20]

    /// What a text that is no uncompressed point is, and the point if it can be had from it.
    static func hint(unreadable text: String) -> String? {
        readings(text).lazy.compactMap { reading in
            reading.bytes.flatMap(form).map { "the public key is \(reading.encoding)\($0)" }
        }.first ?? Base64.decode(text).flatMap { TextDamage.hint($0, "the public key has") }
    }

    private static func readings(_ text: String) -> [(encoding: String, bytes: [UInt8]?)] {
        let members = JSONTexts(Array(text.utf8))?.texts ?? []
        let coordinates = ["x", "y"].compactMap { name in members.first { $0.path == name }?.text }
        return [
            ("in PEM, ", PEM.body(of: text.utf8)),
            ("a JSON Web Key, ", coordinates.compactMap { Base64.decode($0) }.flatMap { $0 }),
            ("in hex, ", Hex.decode(text)),
            ("", Base64.decode(text)),
            ("encoded in base64 twice, ", Base64.decodeTwice(text)),
        ]
    }

    /// What some bytes are as a key, and how to give it; nil when they are none.
    private static func form(_ bytes: [UInt8]) -> String? {
        func point(_ name: String, _ bytes: some Collection<UInt8>) -> String? {
            (try? P256PublicKey(x963: bytes)).map { "\(name): give \(Base64.encode($0.x963))" }
        }
        switch bytes.count {
        case 65:
            return point("an uncompressed point", bytes)
        case 64:
            return point("x and y without the byte 04 before them", [0x04] + bytes)
        case 91 where bytes.starts(with: spkiPrefix):
            return point("a SubjectPublicKeyInfo in DER", bytes.dropFirst(spkiPrefix.count))
        case 77 where bytes.starts(with: coseX) && bytes.dropFirst(42).starts(with: coseY):
            return point("a COSE key", [0x04] + bytes[10..<42] + bytes[45...])
        case 33 where bytes[0] == 0x02 || bytes[0] == 0x03:
            return "a compressed point, whose y is not known here: store the 65 bytes that the attestation proves"
        case 32:
            return "32 bytes, perhaps the key ID, which is the hash of the public key"
        default:
            return nil
        }
    }
}
