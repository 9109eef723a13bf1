/// The credential public key inside an attestation's authenticator data: COSE_Key of a P-256 key (RFC 9053, section 7.1).
enum COSEKey {
    /// Reads the one form that devices send: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}.
    static func decode(_ value: CBORValue) throws(AttestError) -> P256PublicKey {
        guard case .map(let map) = value, map.entries.count == 5,
            map[.unsigned(1)] == .unsigned(2),
            map[.unsigned(3)] == .negative(6),
            map[.negative(0)] == .unsigned(1),
            case .bytes(let x)? = map[.negative(1)], x.count == 32,
            case .bytes(let y)? = map[.negative(2)], y.count == 32
        else { throw AttestError(.malformedCOSEKey, "not {1: 2, 3: -7, -1: 1, -2: 32 bytes, -3: 32 bytes}") }
        return try P256PublicKey(x963: [0x04] + x + y)
    }
}
