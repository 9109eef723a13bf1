/// Who signed a receipt, and how (CMS, RFC 5652, section 5.3).
struct SignerInfo {
    /// The issuer's name in the signer's certificate.
    let issuer: ArraySlice<UInt8>
    /// The serial number of the signer's certificate, without leading zeros.
    let serialNumber: ArraySlice<UInt8>
    /// The attributes, when there are any: what is inside of their set.
    let signedAttributes: ArraySlice<UInt8>?
    let signature: ECDSASignature

    /// Reads the fields in their order.
    init(reading reader: inout DERReader) throws(AttestError) {
        self = try reader.read(.sequence) { (reader) throws(AttestError) in try SignerInfo(fields: &reader) }
    }

    private init(fields reader: inout DERReader) throws(AttestError) {
        guard try reader.smallInteger() == 1 else { throw reader.fault("another version of a signer than 1") }
        (issuer, serialNumber) = try reader.read(.sequence) { (reader) throws(AttestError) in
            (try reader.element(.sequence).encoding, try reader.unsignedInteger())
        }
        let digest = try reader.algorithm()
        let hasAttributes = try reader.nextTag() == .explicit(0)
        signedAttributes = hasAttributes ? try reader.content(.explicit(0)) : nil
        let algorithm = try reader.algorithm()
        guard digest == .sha256, algorithm == .ecdsaWithSHA256 else {
            throw AttestError(
                .receiptAlgorithmUnsupported, "signed by \(algorithm) over \(digest), which is not ECDSA with SHA-256")
        }
        let signature = try reader.octetString()
        do throws(AttestError) {
            self.signature = try ECDSASignature(der: signature[...])
        } catch {
            throw AttestError(.malformedReceipt, "signature: \(error.context)")
        }
        // Unsigned attributes prove nothing.
        if try reader.nextTag() == .explicit(1) { _ = try reader.element() }
    }
}

extension SignerInfo {
    /// Whether a key has made the signature over a content.
    ///
    /// Apple signs the content itself, also in the receipts until October 2020 that carry signed attributes. The standard's
    /// way, a signature over attributes that hold the content's digest, is accepted as well. Neither can be taken for the
    /// other: the fields of a content begin with an INTEGER, attributes with an OBJECT IDENTIFIER.
    func isSignature(
        of key: P256PublicKey, over content: [UInt8], _ verifiers: ContextPool<SignatureVerifier>
    ) throws(AttestError) -> Bool {
        if try key.isSignature(signature, over: content, verifiers) { return true }
        guard let signedAttributes, try covers(signedAttributes, content) else { return false }
        // Signed is the set with its own tag, in DER (RFC 5652, section 5.4).
        return try key.isSignature(signature, over: DERReader.encodedSet(signedAttributes), verifiers)
    }

    /// Whether attributes name this kind of content and its digest, each once (RFC 5652, section 11).
    private func covers(_ attributes: ArraySlice<UInt8>, _ content: [UInt8]) throws(AttestError) -> Bool {
        var types: [ArraySlice<UInt8>] = []
        var digests: [ArraySlice<UInt8>] = []
        try DERReader.read(attributes, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
            while !reader.isAtEnd {
                try reader.read(.sequence) { (reader) throws(AttestError) in
                    let attribute = try reader.objectIdentifier()
                    let values = try reader.content(.set)
                    switch attribute {
                    case .contentType: types.append(values)
                    case .messageDigest: digests.append(values)
                    default: break
                    }
                }
            }
        }
        guard types.count == 1, digests.count == 1, let type = types.first, let digest = digests.first else {
            return false
        }
        let contentType = try DERReader.read(type, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
            try reader.objectIdentifier()
        }
        let messageDigest = try DERReader.read(digest, reportingAs: .malformedReceipt) { (reader) throws(AttestError) in
            try reader.content(.octetString)
        }
        guard contentType == .data else { return false }
        return constantTimeEqual(messageDigest, try sha256(content)[...])
    }
}

extension DERReader {
    /// The DER of a SET with the given content, which is shorter than 65,536 bytes as receipts are.
    fileprivate static func encodedSet(_ content: ArraySlice<UInt8>) -> [UInt8] {
        let (high, low) = (UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count))
        let length: [UInt8] =
            switch content.count {
            case ..<0x80: [low]
            case ..<0x100: [0x81, low]
            default: [0x82, high, low]
            }
        return [0x31] + length + content
    }
}
