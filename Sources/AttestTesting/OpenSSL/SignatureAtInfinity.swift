package import AttestCore

/// A signature whose check adds two opposite points, which leads to infinity instead of to a point.
///
/// With the public key G, the check adds (hash / s) G and (r / s) G; r = n - hash makes the sum nothing. Whoever checks it must
/// refuse it like any other wrong signature.
package enum SignatureAtInfinity {
    /// The key whose private half is 1, so that its public half is the generator G of P-256.
    package static func key() throws(AttestError) -> SigningKey {
        try SigningKey(
            .p256,
            privateKey: DER.sequence(
                DER.integer(1), DER.octetString([UInt8](repeating: 0, count: 31) + [1]),
                DER.explicit(0, DER.objectIdentifier("1.2.840.10045.3.1.7"))))
    }

    /// The signature for a message, in DER: r = n - SHA-256(message), and s = 1.
    package static func signature(over message: [UInt8]) throws(AttestError) -> [UInt8] {
        DER.sequence(DER.integer(difference(order, try sha256(message))), DER.integer(1))
    }

    /// The order n of P-256 (SEC 2, section 2.4.2).
    private static let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
    ]

    /// The difference of two big-endian numbers of the same length, of which the first is greater.
    package static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var borrow = 0
        let digits = zip(left, right).reversed().map { left, right in
            let digit = Int(left) - Int(right) - borrow
            borrow = digit < 0 ? 1 : 0
            return UInt8(digit & 0xff)
        }
        return digits.reversed()
    }
}
