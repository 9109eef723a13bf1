/// A receipt as received: parsed but not yet verified.
public struct Receipt: Sendable {
    /// The receipt, as received.
    public let bytes: [UInt8]

    let content: [UInt8]
    let signerInfo: SignerInfo
    /// The signer's certificate and its issuers.
    package let chain: CertificateChain
    /// What came along and is not in the chain: genuine receipts bring their root, which is compared and never trusted.
    let otherCertificates: [Certificate]

    /// Reads a receipt: CMS signed data, in DER or BER.
    ///
    /// - Throws: `limitExceeded`, `malformedReceipt`, `malformedCertificate` or `receiptAlgorithmUnsupported`.
    public init(decoding bytes: some Collection<UInt8>) throws(AttestError) {
        guard bytes.count <= AttestLimits.receiptBytes else {
            throw AttestError(
                .limitExceeded, "a receipt of \(bytes.count) bytes, and the limit is \(AttestLimits.receiptBytes)")
        }
        let bytes = Array(bytes)
        let signedData = try SignedData(decoding: bytes[...])
        let signer = signedData.signer
        guard
            let index = signedData.certificates.firstIndex(where: {
                $0.issuer == signer.issuer && $0.serialNumber[...] == signer.serialNumber
            })
        else { throw AttestError(.malformedReceipt, "the signer's certificate is not among those of the receipt") }
        var others = signedData.certificates
        let certificate = others.remove(at: index)

        self.bytes = bytes
        content = signedData.content
        signerInfo = signer
        (chain, otherCertificates) = CertificateChain.ofReceipt(signer: certificate, among: others)
    }

    /// What the receipt says, while nothing of it is proven: for showing it, never for a decision.
    ///
    /// - Throws: `malformedReceipt`, `receiptFieldMissing`, `receiptFieldDuplicated` or `limitExceeded`.
    public func unprovenContent() throws(AttestError) -> ReceiptContent {
        try ReceiptContent(decoding: content)
    }
}
