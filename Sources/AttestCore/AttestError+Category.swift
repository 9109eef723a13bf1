extension AttestError {
    /// What kind of failure a code is: what a server switches on to answer a request.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Category: String, Sendable, Hashable, CaseIterable {
        /// The client's bytes cannot be read.
        case malformed
        /// The object does not prove what it claims.
        case untrusted
        /// The object is genuine, but not what the policy allows.
        case policy
        /// The object was accepted before, or comes after a later one.
        case replay
        /// The check could not be carried out: not a decision about the device.
        case unavailable
        /// The server's configuration or stored values are wrong: not a decision about the device.
        case misuse
    }
}

extension AttestError.Code {
    /// The kind of failure that the code belongs to.
    public var category: AttestError.Category {
        switch self {
        case .limitExceeded, .malformedCBOR, .malformedAttestationObject, .malformedAssertionObject,
            .malformedAuthenticatorData, .malformedCOSEKey, .malformedExtensions, .malformedCertificate,
            .malformedNonceExtension, .malformedSignature, .malformedKeyID, .malformedBase64,
            .malformedChallenge, .malformedRequest,
            .malformedReceipt, .receiptFieldMissing, .receiptFieldDuplicated:
            .malformed
        case .unsupportedFormat, .attestedCredentialMissing, .chainUntrusted, .chainContainsRoot,
            .chainContainsExtraCertificate, .certificateSignatureInvalid, .certificateExpired, .certificateNotYetValid,
            .certificateAlgorithmUnsupported, .certificateKeyUnsupported, .criticalExtensionUnknown, .issuerNotCA,
            .issuerCannotSign, .pathLengthExceeded, .leafIsCA, .leafCannotSign, .nonceExtensionMissing, .nonceMismatch,
            .accessPolicyMismatch, .keyIDMismatch, .counterNotZero, .credentialIDMismatch, .publicKeyMismatch,
            .signatureInvalid, .challengeInvalid, .challengePurposeMismatch, .challengeNotInClientData,
            .accountMismatch,
            .receiptAlgorithmUnsupported, .receiptSignatureInvalid, .receiptSignerMarkerMissing,
            .receiptIssuerMarkerMissing, .receiptKeyMismatch, .receiptClientDataHashMismatch:
            .untrusted
        case .appIDMismatch, .environmentMismatch, .launchCategoryForbidden, .launchCategoryMissing,
            .bundleVersionForbidden, .bundleVersionMissing, .keyUnknown, .tooManyNewKeys, .riskMetricTooHigh,
            .receiptMissing, .receiptAppIDMismatch, .receiptTypeMismatch, .receiptEnvironmentMismatch:
            .policy
        case .counterNotIncreased, .counterJumpTooLarge, .challengeExpired, .challengeSpent, .keyAlreadyRegistered,
            .receiptTooOld, .receiptFromFuture:
            .replay
        case .internalFailure, .storeFailure:
            .unavailable
        case .invalidConfiguration, .malformedAppID, .malformedClientDataHash, .malformedPublicKey,
            .malformedTrustAnchor:
            .misuse
        }
    }
}
