import AttestTesting

/// The signature (r, n - s) for (r, s), in DER: it verifies as well.
func negatedS(_ signature: [UInt8], on curve: SigningKey.Curve = .p256) -> [UInt8] {
    let order =
        switch curve {
        case .p256: bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        case .p384:
            bytes("ffffffffffffffffffffffffffffffffffffffffffffffff")
                + bytes("c7634d81f4372ddf581a0db248b0a77aecec196accc52973")
        }
    let rCount = Int(signature[3])
    let r = Array(signature[4..<4 + rCount])
    let s = Array(signature[(6 + rCount)...].drop { $0 == 0 })
    let padded = [UInt8](repeating: 0, count: order.count - s.count) + s
    return DER.sequence(DER.integer(r), DER.integer(SignatureAtInfinity.difference(order, padded)))
}
