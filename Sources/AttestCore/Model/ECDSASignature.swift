/// An ECDSA signature on P-256 in strict DER: a sequence of two positive integers of at most 32 bytes.
///
/// Devices emit high and low values of s alike, so neither form is refused (and no signature identifies a request).
package struct ECDSASignature: Sendable {
    package let der: ArraySlice<UInt8>

    package init(der: ArraySlice<UInt8>) throws(AttestError) {
        try DERReader.read(der, reportingAs: .malformedSignature) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                for _ in 0..<2 {
                    let integer = try reader.unsignedInteger()
                    guard integer.count <= 32, integer != [0] else { throw reader.fault("an integer out of range") }
                }
            }
        }
        self.der = der
    }
}
