/// The signature algorithm of a certificate: the two that Apple's chain uses, or another.
enum SignatureAlgorithm: Equatable {
    case ecdsaWithSHA256
    case ecdsaWithSHA384
    case other(ArraySlice<UInt8>)

    /// The digest that is signed; nil for another algorithm.
    var digest: SignatureVerifier.Digest? {
        switch self {
        case .ecdsaWithSHA256: .sha256
        case .ecdsaWithSHA384: .sha384
        case .other: nil
        }
    }

    // 1.2.840.10045.4.3.2 and 1.2.840.10045.4.3.3
    private static let ecdsaWithSHA256Encoding: ArraySlice<UInt8> = [
        0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02,
    ]
    private static let ecdsaWithSHA384Encoding: ArraySlice<UInt8> = [
        0x30, 0x0a, 0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03,
    ]

    /// Reads an AlgorithmIdentifier; for ECDSA it is an object identifier without parameters (RFC 5758, section 3.2).
    init(reading reader: inout DERReader) throws(AttestError) {
        let encoding = try reader.element(.sequence).encoding
        switch encoding {
        case Self.ecdsaWithSHA256Encoding: self = .ecdsaWithSHA256
        case Self.ecdsaWithSHA384Encoding: self = .ecdsaWithSHA384
        default: self = .other(encoding)
        }
    }
}
