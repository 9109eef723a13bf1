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
        if text.contains("-----BEGIN"), let body = PEM.body(of: text) {
            return form(body).map { "the public key is in PEM, \($0)" }
        }
        if let jwk = JSONTexts(Array(text.utf8))?.texts {
            let coordinates = ["x", "y"].compactMap { name in jwk.first { $0.path == name }?.text }
            let point = coordinates.compactMap { Base64.decode($0) }.flatMap { $0 }
            return form([0x04] + point).map { "the public key is a JSON Web Key, \($0)" }
        }
        if let bytes = Hex.decode(text), let form = form(bytes) { return "the public key is in hex, \(form)" }
        return Base64.decode(text).flatMap(form)?.replacingPrefix("that is ", with: "the public key is ")
    }

    private static func form(_ bytes: [UInt8]) -> String? {
        func point(_ bytes: some Collection<UInt8>) -> String? {
            (try? P256PublicKey(x963: bytes)).map { "give the point: \(Base64.encode($0.x963))" }
        }
        switch bytes.count {
        case 65: return point(bytes)
        case 64: return point([0x04] + bytes).map { "that is x and y without the byte 04 before them; \($0)" }
        case 91 where bytes.starts(with: spkiPrefix):
            return point(bytes.dropFirst(26)).map { "that is a SubjectPublicKeyInfo in DER; \($0)" }
        case 77 where bytes.starts(with: coseX) && bytes.dropFirst(42).starts(with: coseY):
            return point([0x04] + bytes[10..<42] + bytes[45...]).map { "that is a COSE key; \($0)" }
        case 33 where bytes[0] == 0x02 || bytes[0] == 0x03:
            return
                "that is a compressed point, of which y is not known here; store the 65 bytes that the attestation proves"
        case 32:
            return "that is 32 bytes: perhaps the key ID, which is the hash of the public key"
        default:
            return nil
        }
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
