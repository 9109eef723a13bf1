/// An ECDSA signature in strict DER: a sequence of two positive integers.
///
/// Devices emit high and low values of s alike, so neither form is refused (and no signature identifies a request).
package struct ECDSASignature: Sendable {
    package let der: ArraySlice<UInt8>

    /// Reads a signature.
    ///
    /// - Parameters:
    ///   - der: The DER.
    ///   - numberBytes: How many bytes a number has at most: 32 on P-256, 48 on P-384.
    /// - Throws: `malformedSignature`.
    package init(der: ArraySlice<UInt8>, numberBytes: Int = 32) throws(AttestError) {
        try DERReader.read(der, reportingAs: .malformedSignature) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                for _ in 0..<2 {
                    let integer = try reader.unsignedInteger()
                    guard integer.count <= numberBytes, integer != [0] else {
                        throw reader.fault("an integer out of range")
                    }
                }
            }
        }
        self.der = der
    }
}
