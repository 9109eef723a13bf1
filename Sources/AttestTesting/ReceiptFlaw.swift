public import AttestCore

/// Something that is wrong with a receipt, so that it is refused under one exact code.
public enum ReceiptFlaw: String, Sendable, CaseIterable {
    // What cannot be read.

    /// A receipt of more than 16 KiB.
    case oversized
    /// Ten thousand levels of indefinite lengths, which are cut at 16 KiB.
    case tooDeep
    /// A receipt that ends before its signature.
    case truncated
    /// A signer's certificate of X.509 version 1.
    case oldCertificateVersion
    /// No creation time.
    case missingCreationTime
    /// The App ID twice.
    case duplicatedAppID

    // What does not prove anything.

    /// Signed over SHA-512.
    case otherDigest
    /// A content that was changed after it was signed.
    case alteredContent
    /// A signature by another key than the signer's.
    case otherSigningKey
    /// A signature whose check leads to the point at infinity, where libraries report a failure of their own.
    case signatureAtInfinity
    /// A chain to another root.
    case otherRoot
    /// A certificate that nothing leads to.
    case extraCertificate
    /// A signer's certificate that another key than the issuer's has signed.
    case forgedSigner
    /// A signer whose certificate expired before the receipt was made.
    case signerExpired
    /// A signer whose certificate became valid after the receipt was made.
    case signerNotYetValid
    /// A signer whose certificate has a P-384 key.
    case otherSignerCurve
    /// A signer that is one for something else.
    case signerWithoutMarker
    /// An issuer that is one for something else.
    case issuerWithoutMarker
    /// A receipt for another key.
    case otherKey
    /// A receipt of another attestation; seen with an attestation only.
    case otherClientDataHash

    // What does not fit.

    /// A receipt for another app.
    case otherApp
    /// A receipt of an unknown type.
    case otherType
    /// A receipt of an unknown environment.
    case otherEnvironment
    /// A receipt that was made an hour ago.
    case old
    /// A receipt that is made in an hour.
    case fromTheFuture

    /// The code under which the receipt is refused.
    public var code: AttestError.Code {
        switch self {
        case .oversized, .tooDeep: .limitExceeded
        case .truncated: .malformedReceipt
        case .oldCertificateVersion: .malformedCertificate
        case .missingCreationTime: .receiptFieldMissing
        case .duplicatedAppID: .receiptFieldDuplicated
        case .otherDigest: .receiptAlgorithmUnsupported
        case .alteredContent, .otherSigningKey, .signatureAtInfinity: .receiptSignatureInvalid
        case .otherRoot: .chainUntrusted
        case .extraCertificate: .chainContainsExtraCertificate
        case .forgedSigner: .certificateSignatureInvalid
        case .signerExpired: .certificateExpired
        case .signerNotYetValid: .certificateNotYetValid
        case .otherSignerCurve: .certificateKeyUnsupported
        case .signerWithoutMarker: .receiptSignerMarkerMissing
        case .issuerWithoutMarker: .receiptIssuerMarkerMissing
        case .otherKey: .receiptKeyMismatch
        case .otherClientDataHash: .receiptClientDataHashMismatch
        case .otherApp: .receiptAppIDMismatch
        case .otherType: .receiptTypeMismatch
        case .otherEnvironment: .receiptEnvironmentMismatch
        case .old: .receiptTooOld
        case .fromTheFuture: .receiptFromFuture
        }
    }
}
