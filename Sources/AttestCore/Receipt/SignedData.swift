/// Signed data with one signer, as a receipt is (CMS, RFC 5652, sections 3 and 5, in BER): read, and nothing proven.
struct SignedData {
    /// What was signed: the content's octets, its chunks put together.
    let content: [UInt8]
    /// The certificates that came along, in their order.
    let certificates: [Certificate]
    let signer: SignerInfo

    /// Reads `ContentInfo ::= SEQUENCE { contentType, [0] EXPLICIT SignedData }`.
    ///
    /// - Throws: `limitExceeded`, `malformedReceipt`, `malformedCertificate` or `receiptAlgorithmUnsupported`.
    init(decoding bytes: ArraySlice<UInt8>) throws(AttestError) {
        self = try DERReader.read(bytes, by: .ber, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                guard try reader.objectIdentifier() == .signedData else { throw reader.fault("no signed data") }
                return try reader.read(.explicit(0)) { (reader) throws(AttestError) in
                    try reader.read(.sequence) { (reader) throws(AttestError) in try SignedData(fields: &reader) }
                }
            }
        }
    }

    /// Reads the fields of SignedData, in their order.
    private init(fields reader: inout DERReader) throws(AttestError) {
        guard try reader.smallInteger() == 1 else { throw reader.fault("another version of signed data than 1") }
        try reader.read(.set) { (reader) throws(AttestError) in
            while !reader.isAtEnd {
                let digest = try reader.algorithm()
                guard digest == .sha256 else {
                    throw AttestError(.receiptAlgorithmUnsupported, "digested with \(digest), which is not SHA-256")
                }
            }
        }
        content = try reader.read(.sequence) { (reader) throws(AttestError) in
            guard try reader.objectIdentifier() == .data else { throw reader.fault("a content that is not data") }
            return try reader.read(.explicit(0)) { (reader) throws(AttestError) in try reader.octetString() }
        }
        certificates = try reader.read(.explicit(0)) { (reader) throws(AttestError) in
            var certificates: [Certificate] = []
            while !reader.isAtEnd {
                guard certificates.count < AttestLimits.chainCertificates.upperBound else {
                    throw AttestError(
                        .limitExceeded,
                        "more than \(AttestLimits.chainCertificates.upperBound) certificates in a receipt")
                }
                certificates.append(try Certificate(der: reader.element().encoding))
            }
            return certificates
        }
        // Revocation lists are not used.
        if try reader.nextTag() == .explicit(1) { _ = try reader.element() }
        signer = try reader.read(.set) { (reader) throws(AttestError) in try SignerInfo(reading: &reader) }
    }
}
