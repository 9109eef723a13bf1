extension AttestError.Code {
    /// One or two sentences for people: what the code means, and what usually lies behind it.
    public var explanation: String {
        switch self {
        case .limitExceeded:
            "The object, or a part of it, is larger than any that a device makes."
        case .malformedCBOR:
            "The bytes are not CBOR in the strict form that devices send. "
                + "Often the base64 text was not decoded, or was decoded with the wrong alphabet."
        case .malformedAttestationObject:
            "The CBOR does not hold the members of an attestation object. Perhaps it is an assertion."
        case .malformedAssertionObject:
            "The CBOR does not hold the members of an assertion. Perhaps it is an attestation object."
        case .malformedAuthenticatorData:
            "The authenticator data does not have the layout that App Attest uses."
        case .malformedCOSEKey:
            "The credential public key is not a P-256 key in the COSE form that App Attest uses."
        case .malformedExtensions:
            "What follows the fixed authenticator data is not one map of extensions with the documented types."
        case .malformedCertificate:
            "A certificate of the chain is not an X.509 version 3 certificate in strict DER."
        case .malformedNonceExtension:
            "The nonce extension of the leaf is not exactly one tagged octet string of 32 bytes."
        case .malformedSignature:
            "The signature of the assertion is not a DER sequence of two positive integers."
        case .malformedKeyID:
            "The key ID is not base64 of 32 bytes. Send the text that generateKey returned, unchanged."
        case .malformedBase64:
            "The object is not base64 text. Send what Apple's call returned in base64 or base64url, and nothing else."
        case .malformedChallenge:
            "The challenge does not have the form of one that this server issues. Send it back unchanged."
        case .malformedRequest:
            "The request lacks a header that the assertion needs, or has control characters in its method or path."
        case .unsupportedFormat:
            "The attestation statement is not of the format apple-appattest. Perhaps it is a passkey's."
        case .attestedCredentialMissing:
            "The authenticator data's flags do not announce an attested credential."
        case .chainUntrusted:
            "The certificates do not lead to the pinned root. The object does not come from Apple, "
                + "or it was made under a test root."
        case .chainContainsRoot:
            "The object brings a root certificate with it. Roots are pinned on the server and never taken from a client."
        case .chainContainsExtraCertificate:
            "The object holds a certificate that is not part of the path from its leaf to the root, or not in order."
        case .certificateSignatureInvalid:
            "A certificate was altered, or was not signed by the issuer that it names."
        case .certificateExpired:
            "A certificate had expired at the given time. Leaves can live for only three days: "
                + "verify at once, or at the time when the object was received."
        case .certificateNotYetValid:
            "A certificate was not yet valid at the given time. Check the server's clock."
        case .certificateAlgorithmUnsupported:
            "A certificate is not signed by ECDSA with SHA-256 or SHA-384."
        case .certificateKeyUnsupported:
            "The leaf's key is not on P-256, or an issuer's is not on P-384."
        case .criticalExtensionUnknown:
            "A certificate has a critical extension that is not understood here, so it must be refused."
        case .issuerNotCA:
            "A certificate of the chain was issued by one that is not a certificate authority."
        case .issuerCannotSign:
            "A certificate of the chain was issued by one whose key may not sign certificates."
        case .pathLengthExceeded:
            "The chain is longer than one of its issuers allows."
        case .leafIsCA:
            "The certificate of the attested key is a certificate authority, which App Attest never issues."
        case .leafCannotSign:
            "The certificate of the attested key does not allow digital signatures."
        case .nonceExtensionMissing:
            "The certificate of the attested key has no nonce extension, so it is not bound to this object."
        case .nonceMismatch:
            "The certificate was not issued for this authenticator data and client data hash. Most often the challenge "
                + "differs from the issued one, or was hashed twice or not at all."
        case .accessPolicyMismatch:
            "The key's access policy is not the one that Apple publishes for a Mac in full security mode."
        case .keyIDMismatch:
            "The key ID is not the hash of the certified public key: it belongs to another key."
        case .counterNotZero:
            "The attestation's counter is not 0, so the key has been used before."
        case .credentialIDMismatch:
            "The credential ID in the authenticator data is not the key ID."
        case .publicKeyMismatch:
            "The public key in the authenticator data is not the one in the certificate."
        case .signatureInvalid:
            "The assertion was not signed by the registered key over this client data. Most often the client data differs "
                + "by some bytes, or was hashed twice or not at all."
        case .challengeInvalid:
            "The challenge was not issued by this service for this session, account or key, or it expires later than any "
                + "that is issued now. Several instances must share the challenge secret, the audience and the lifetimes."
        case .challengePurposeMismatch:
            "The challenge was issued for the other ceremony: attestations and assertions have challenges of their own."
        case .challengeNotInClientData:
            "The signed client data does not contain the challenge, so the assertion is not known to be fresh."
        case .accountMismatch:
            "The key is registered for another account."
        case .appIDMismatch:
            "The object was made for another app. An App ID is the prefix (often the team ID), a dot, and the bundle ID."
        case .environmentMismatch:
            "The key belongs to an environment that the policy does not allow. Builds run from Xcode use development; "
                + "TestFlight, App Store and enterprise builds use production."
        case .launchCategoryForbidden:
            "The app was launched in a way that the policy does not allow, such as with a development signature."
        case .launchCategoryMissing:
            "The system did not report how the app was launched (before iOS 27 and macOS 27 none does), or what reports it "
                + "proves nothing because the flag ED is clear, and the policy requires it."
        case .bundleVersionForbidden:
            "The app's bundle version is not one that the policy allows."
        case .bundleVersionMissing:
            "The system did not report the app's bundle version, or what reports it proves nothing because the flag ED is "
                + "clear, and the policy requires it."
        case .tooManyNewKeys:
            "The account has registered more new keys than its limit allows. An honest one registers one for each device, "
                + "and one after each installation."
        case .riskMetricTooHigh:
            "The device has attested so many keys for the app in 30 days that the risk policy refuses it. "
                + "Reinstalling the app many times leads to the same."
        case .keyAlreadyRegistered:
            "The key is registered already: the attestation was sent before, or the key belongs to another account."
        case .keyUnknown:
            "The key is not registered here. The app must make a new key and attest it."
        case .counterNotIncreased:
            "The counter is not above the last accepted one: the assertion was sent before, or arrived after a later one."
        case .counterJumpTooLarge:
            "The counter is further above the last accepted one than the rule allows."
        case .challengeExpired:
            "The challenge's time was over when it came back. The app must ask for a new one and try again."
        case .challengeSpent:
            "The challenge was used before: every challenge is good for one attempt. The app must ask for a new one."
        case .malformedReceipt:
            "The receipt is not signed data in the form that Apple uses. Often the base64 text was not decoded."
        case .receiptFieldMissing:
            "The receipt lacks a field that every genuine one has."
        case .receiptFieldDuplicated:
            "The receipt has a field twice, so it is not clear what it says."
        case .receiptAlgorithmUnsupported:
            "The receipt is not signed by ECDSA with SHA-256."
        case .receiptSignatureInvalid:
            "The receipt was altered, or was not signed by the certificate that it names."
        case .receiptSignerMarkerMissing:
            "The receipt was signed by a certificate of Apple's that is not one for receipts."
        case .receiptIssuerMarkerMissing:
            "The certificate that signed the receipt was issued by another of Apple's authorities than those for "
                + "receipts."
        case .receiptKeyMismatch:
            "The receipt is about another key than the attested one."
        case .receiptClientDataHashMismatch:
            "The receipt was made for another client data hash: it comes from another attestation."
        case .receiptMissing:
            "The attestation brings no receipt, and the policy requires one."
        case .receiptAppIDMismatch:
            "The receipt was made for another app."
        case .receiptTypeMismatch:
            "The receipt is of another type: attestations carry ATTEST receipts, and Apple answers with RECEIPT "
                + "ones."
        case .receiptEnvironmentMismatch:
            "The receipt is of another environment than the key."
        case .receiptTooOld:
            "The receipt was made too long before it arrived: it was sent before, or the server's clock is ahead. "
                + "Receipts that the server has stored are judged without this check."
        case .receiptFromFuture:
            "The receipt was made after the time at which it arrived. Check the server's clock."
        case .invalidConfiguration:
            "The validator's apps or policies are empty or contradict each other."
        case .malformedAppID:
            "The App ID is not a prefix of capital letters and digits, a dot, and a bundle identifier."
        case .malformedClientDataHash:
            "The client data hash must have 1 to 128 bytes; it normally has 32."
        case .malformedPublicKey:
            "The public key is not an uncompressed P-256 point: 65 bytes that begin with 04, on the curve."
        case .malformedTrustAnchor:
            "The trust anchor is not a self-issued certificate authority with a P-384 key."
        case .storeFailure:
            "The store could not be reached or failed. This is not a decision about the device; the challenge counts as used."
        case .internalFailure:
            "The cryptographic library failed, perhaps for lack of memory. This is not a decision about the device."
        }
    }
}
