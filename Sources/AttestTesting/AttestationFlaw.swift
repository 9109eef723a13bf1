public import AttestCore

/// Something that is wrong with an attestation object, so that it is refused under one exact code.
public enum AttestationFlaw: String, Sendable, CaseIterable {
    // What cannot be read.

    /// A receipt that makes the object larger than 64 KiB.
    case oversizedReceipt
    /// A byte after the object.
    case trailingByte
    /// No authenticator data.
    case missingAuthData
    /// Authenticator data that end inside the credential.
    case truncatedAuthData
    /// A public key for another algorithm.
    case otherKeyAlgorithm
    /// Extensions that are not a map.
    case extensionsNotAMap
    /// A leaf of X.509 version 1.
    case oldCertificateVersion
    /// A nonce extension with a second element.
    case extraNonceElement

    // What does not prove anything.

    /// The format of another kind of authenticator.
    case otherFormat
    /// The flag AT is clear.
    case attestedCredentialFlagClear
    /// A chain to another root.
    case otherRoot
    /// The root among the certificates.
    case rootInChain
    /// A second intermediate that nothing leads to.
    case extraIssuer
    /// A leaf that another key than the issuer's has signed.
    case forgedCertificate
    /// A leaf that expired a second ago.
    case expired
    /// A leaf that becomes valid in a minute.
    case notYetValid
    /// A leaf signed with SHA-512.
    case otherSignatureAlgorithm
    /// An intermediate with a P-256 key.
    case otherIssuerCurve
    /// A critical extension that nobody knows.
    case unknownCriticalExtension
    /// An intermediate that is not a certificate authority.
    case issuerNotCA
    /// An intermediate whose key may not sign certificates.
    case issuerWithoutKeyCertSign
    /// Two intermediates, although the upper one allows none below it.
    case chainTooLong
    /// A leaf that is a certificate authority.
    case leafIsCA
    /// A leaf whose key may not sign.
    case leafWithoutDigitalSignature
    /// A leaf without a nonce.
    case missingNonce
    /// A leaf that was issued for another nonce.
    case wrongNonce
    /// A macOS key that a Mac in reduced security mode could have.
    case reducedSecurityMac
    /// A certificate of another key.
    case otherCertifiedKey
    /// A counter of 1.
    case usedKey
    /// Another credential ID.
    case otherCredentialID
    /// Another public key in the authenticator data.
    case otherCredentialKey

    // What policies refuse.

    /// The RP ID hash of another app.
    case otherApp
    /// An AAGUID that belongs to no environment.
    case unknownEnvironment
    /// The launch category 0, which stands for invalid.
    case invalidLaunchCategory
    /// No launch category.
    case missingLaunchCategory
    /// The bundle version 0.
    case zeroBundleVersion
    /// No bundle version.
    case missingBundleVersion
    /// No receipt.
    case missingReceipt

    /// The code under which the object is refused.
    ///
    /// The last five depend on the policy: one that allows any category or version, or does not read receipts, accepts
    /// them.
    public var code: AttestError.Code {
        switch self {
        case .oversizedReceipt: .objectTooLarge
        case .trailingByte: .malformedCBOR
        case .missingAuthData: .malformedAttestationObject
        case .truncatedAuthData: .malformedAuthenticatorData
        case .otherKeyAlgorithm: .malformedCOSEKey
        case .extensionsNotAMap: .malformedExtensions
        case .oldCertificateVersion: .malformedCertificate
        case .extraNonceElement: .malformedNonceExtension
        case .otherFormat: .unsupportedFormat
        case .attestedCredentialFlagClear: .attestedCredentialMissing
        case .otherRoot: .chainUntrusted
        case .rootInChain: .chainContainsRoot
        case .extraIssuer: .chainContainsExtraCertificate
        case .forgedCertificate: .certificateSignatureInvalid
        case .expired: .certificateExpired
        case .notYetValid: .certificateNotYetValid
        case .otherSignatureAlgorithm: .certificateAlgorithmUnsupported
        case .otherIssuerCurve: .certificateKeyUnsupported
        case .unknownCriticalExtension: .criticalExtensionUnknown
        case .issuerNotCA: .issuerNotCA
        case .issuerWithoutKeyCertSign: .issuerCannotSign
        case .chainTooLong: .pathLengthExceeded
        case .leafIsCA: .leafIsCA
        case .leafWithoutDigitalSignature: .leafCannotSign
        case .missingNonce: .nonceExtensionMissing
        case .wrongNonce: .nonceMismatch
        case .reducedSecurityMac: .accessPolicyMismatch
        case .otherCertifiedKey: .keyIDMismatch
        case .usedKey: .counterNotZero
        case .otherCredentialID: .credentialIDMismatch
        case .otherCredentialKey: .publicKeyMismatch
        case .otherApp: .appIDMismatch
        case .unknownEnvironment: .environmentMismatch
        case .invalidLaunchCategory: .launchCategoryForbidden
        case .missingLaunchCategory: .launchCategoryMissing
        case .zeroBundleVersion: .bundleVersionForbidden
        case .missingBundleVersion: .bundleVersionMissing
        case .missingReceipt: .receiptMissing
        }
    }
}
