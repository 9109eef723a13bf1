internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension ReceiptFlaw {
    /// Changes a draft so that the receipt is refused under the flaw's code, and would be accepted without the flaw.
    func apply(to draft: inout ReceiptDraft, authority: ReceiptAuthority, at time: Date) throws(AttestError) {
        switch self {
        case .oversized:
            draft.fields.append(.init(99, Array(repeating: 0, count: AttestLimits.receiptBytes)))
        case .tooDeep:
            draft.editReceipt = { receipt in
                receipt = (0..<10_000).flatMap { _ in [0x30, 0x80] as [UInt8] }
                receipt.removeSubrange(AttestLimits.receiptBytes...)
            }
        case .truncated:
            draft.editReceipt = { $0.removeLast($0.count / 10) }
        case .oldCertificateVersion:
            try resignSigner(of: &draft, authority) { $0.version = 0 }
        case .missingCreationTime:
            draft[12] = nil
        case .duplicatedAppID:
            draft.fields += draft.fields.filter { $0.type == 2 }

        case .otherDigest:
            draft.digestID = "2.16.840.1.101.3.4.2.3"
        case .alteredContent:
            draft.editContent = { $0[$0.count - 2] ^= 1 }
        case .otherSigningKey:
            draft.signerKey = try SigningKey(.p256)
        case .signatureAtInfinity:
            let spki = try SignatureAtInfinity.key().spki
            try resignSigner(of: &draft, authority) { $0.spki = spki }
            draft.forgedSignature = SignatureAtInfinity.signature
        case .otherRoot:
            let other = try ReceiptAuthority()
            draft.signerKey = other.signerKey
            draft.certificates = [other.signer, other.intermediate]
        case .extraCertificate:
            draft.certificates.append(try ReceiptAuthority().root)
        case .forgedSigner:
            draft.certificates[0] = try ReceiptAuthority.signerTemplate(draft.signerKey)
                .signed(by: SigningKey(.p256), digest: .sha256)
        case .signerExpired:
            try resignSigner(of: &draft, authority) { $0.notAfter = time.addingTimeInterval(-60) }
        case .signerNotYetValid:
            try resignSigner(of: &draft, authority) { $0.notBefore = time.addingTimeInterval(60) }
        case .otherSignerCurve:
            let spki = try SigningKey(.p384).spki
            try resignSigner(of: &draft, authority) { $0.spki = spki }
        case .signerWithoutMarker:
            try resignSigner(of: &draft, authority) { $0[id: ReceiptAuthority.signerMarkerID] = nil }
        case .issuerWithoutMarker:
            var issuer = ReceiptAuthority.intermediateTemplate(authority.intermediateKey)
            issuer[id: ReceiptAuthority.issuerMarkerID] = nil
            draft.certificates[1] = try issuer.signed(by: authority.rootKey, digest: .sha384)
        case .otherKey:
            draft[3] = try SigningKey(.p256).spki
        case .otherClientDataHash:
            draft[4] = Array(repeating: 0x5a, count: 32)

        case .otherApp:
            draft[2] = Array("Z9Y8X7W6V5.com.example.other".utf8)
        case .otherType:
            draft[6] = Array("OTHER".utf8)
        case .otherEnvironment:
            draft[7] = Array("other".utf8)
        case .old:
            draft[12] = Array(ReceiptDraft.receiptTime(time.addingTimeInterval(-3600)).utf8)
        case .fromTheFuture:
            draft[12] = Array(ReceiptDraft.receiptTime(time.addingTimeInterval(3600)).utf8)
        }
    }

    /// Certifies the signer again, with something about it changed.
    private func resignSigner(
        of draft: inout ReceiptDraft, _ authority: ReceiptAuthority, _ edit: (inout CertificateTemplate) -> Void
    ) throws(AttestError) {
        var signer = ReceiptAuthority.signerTemplate(draft.signerKey)
        edit(&signer)
        draft.certificates[0] = try signer.signed(by: authority.intermediateKey, digest: .sha256)
    }
}
