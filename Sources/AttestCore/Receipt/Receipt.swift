/// A receipt as received, in its form read and nothing about it proven.
public struct Receipt: Sendable {
    /// The receipt, as received.
    public let bytes: [UInt8]

    let content: [UInt8]
    let signerInfo: SignerInfo
    /// The signer's certificate and its issuers.
    package let chain: CertificateChain
    /// The roots that came along, which are compared with the pinned ones and never trusted.
    let roots: [Certificate]

    /// Reads a receipt: CMS signed data, in DER or BER.
    ///
    /// - Throws: `limitExceeded`, `malformedReceipt`, `malformedCertificate` or `receiptAlgorithmUnsupported`.
    public init(decoding bytes: [UInt8]) throws(AttestError) {
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
        chain = CertificateChain(receiptSigner: certificate, others: others)
        roots = others.filter(\.isSelfIssued)
    }

    /// What the receipt says, while nothing of it is proven: for showing it, never for a decision.
    ///
    /// - Throws: `malformedReceipt`, `receiptFieldMissing`, `receiptFieldDuplicated` or `limitExceeded`.
    public func unprovenContent() throws(AttestError) -> ReceiptContent {
        try ReceiptContent(decoding: content)
    }
}
