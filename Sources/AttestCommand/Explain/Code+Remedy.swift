internal import AttestCore

extension AttestError.Code {
    /// What to change.
    ///
    /// Without a default, so that a new code does not compile before it is explained.
    var remedy: String {
        switch self {
        case .limitExceeded, .malformedCBOR, .malformedAttestationObject, .malformedAssertionObject:
            "Look at what arrived with 'attest inspect', and send what Apple's call returned: binary, or encoded in "
                + "base64 once."
        case .malformedAuthenticatorData, .malformedCOSEKey, .malformedExtensions, .malformedCertificate,
            .malformedNonceExtension, .malformedSignature:
            "If it comes from a genuine device, please report it with the output of 'attest inspect --redact'."
        case .malformedKeyID:
            "Send the text that generateKey returned, unchanged, and in a URL percent-encoded (+ is %2B)."
        case .malformedBase64:
            "In the app, send object.base64EncodedString() and nothing around it."
        case .malformedChallenge:
            "Keep the challenge as the text that it is, from the server's answer to the request that brings it back."
        case .malformedRequest:
            "Send the headers that AssertionHeaders names, and bind method and path as they stand in the request line."
        case .unsupportedFormat, .attestedCredentialMissing, .chainContainsRoot, .chainContainsExtraCertificate,
            .certificateSignatureInvalid, .certificateAlgorithmUnsupported, .certificateKeyUnsupported,
            .criticalExtensionUnknown, .issuerNotCA, .issuerCannotSign, .pathLengthExceeded, .leafIsCA,
            .leafCannotSign, .nonceExtensionMissing, .counterNotZero, .publicKeyMismatch:
            "Nothing, when the object is not Apple's. If it comes from a genuine device, please report it with the "
                + "output of 'attest inspect --redact'."
        case .chainUntrusted:
            "In production nothing. In tests give the verifier the anchors of the authority that made the device."
        case .certificateExpired:
            "Verify an object when it arrives; for a stored one give the time of its arrival (--at)."
        case .certificateNotYetValid:
            "Set the server's clock, by NTP."
        case .nonceMismatch:
            "Hash the challenge's UTF-8 bytes once with SHA-256, in the app and on the server. 'attest verify "
                + "attestation' tries what else the app may have hashed."
        case .accessPolicyMismatch:
            "For a Mac nothing on the server: its user can choose full security in Startup Security Utility. If your app does "
                + "not run on macOS, say .notMacOS for the policy's platform."
        case .keyIDMismatch, .credentialIDMismatch:
            "Send with an attestation the key ID that was given to attestKey."
        case .signatureInvalid:
            "Build the client data from the received bytes, before any decoding, as RequestBinding does. 'attest "
                + "verify assertion' with --challenge, --method, --path and --body tries what else the app may have signed."
        case .challengeInvalid:
            "Give all instances the same ChallengeSecret, audience and ChallengeLifetimes, and set their clocks by NTP. Issue and "
                + "verify with the same binding: .session for attestations, .key for assertions. Percent-encode what "
                + "stands in a query string (+ is %2B)."
        case .challengePurposeMismatch:
            "Ask for a challenge of the right purpose, a new one for each ceremony."
        case .challengeNotInClientData:
            "Put the challenge's text into the client data unchanged, or use RequestBinding."
        case .accountMismatch:
            "Let the app make a key of its own for each account."
        case .appIDMismatch, .malformedAppID:
            "Copy prefix and bundle ID from the developer portal. 'attest inspect' shows what the certificate names."
        case .environmentMismatch:
            "Point development builds at a server of their own that allows the development environment."
        case .launchCategoryForbidden:
            "Add the category to the policy's launch, if such builds are meant to be served."
        case .launchCategoryMissing, .bundleVersionMissing:
            "Say .allow for whenAbsent as long as such systems are to be served."
        case .bundleVersionForbidden:
            "Let the app ask its user to update, or lower the policy's minimum."
        case .keyAlreadyRegistered:
            "In the app, count a key as registered after a timeout, and try an assertion with it before a new key."
        case .tooManyNewKeys:
            "In the app, keep the key ID and use the key again. On the server, set the limit of NewKeyPolicy, or let more keys "
                + "be flagged and not refused."
        case .riskMetricTooHigh:
            "Look into the device before refusing it: Apple calls the metric a signal. Raise refuseFrom of the RiskPolicy, or "
                + "only flag."
        case .keyUnknown:
            "In the app, make a new key when told unknown_key, and attest it; once, not in a loop."
        case .counterNotIncreased:
            "Send one request at a time, or set counterRule to .window(64)."
        case .counterJumpTooLarge:
            "Allow a larger jump in the counter rule, or none."
        case .challengeExpired:
            "In the app, ask for a challenge right before it is used, and once more when refused."
        case .challengeSpent:
            "In the app, ask for a new challenge for every attempt, also for a retry."
        case .malformedReceipt, .receiptFieldMissing, .receiptFieldDuplicated, .receiptAlgorithmUnsupported,
            .receiptSignatureInvalid, .receiptSignerMarkerMissing, .receiptIssuerMarkerMissing:
            "Look at it with 'attest receipt inspect', and store and send receipts as bytes. If it comes from a genuine "
                + "device, please report it."
        case .receiptKeyMismatch, .receiptClientDataHashMismatch, .receiptAppIDMismatch, .receiptEnvironmentMismatch:
            "Judge a receipt with the record of the key that it came with."
        case .receiptMissing:
            "Allow absence in the policy, if such devices are to be served; they get no risk metric."
        case .receiptTypeMismatch:
            "Say where the receipt comes from: an attestation, an exchange with Apple, or the store."
        case .receiptTooOld, .receiptFromFuture:
            "Set the server's clock, by NTP. Judge stored receipts as stored ones."
        case .invalidConfiguration:
            "Mend the value that the error's context names; it is thrown at start, not at a request."
        case .malformedClientDataHash:
            "Pass the hash: ClientDataHash(sha256Of:) makes it."
        case .malformedPublicKey:
            "Store publicKey.x963 of the proof as it is: 65 bytes. 'attest verify assertion' tells other forms."
        case .malformedTrustAnchor:
            "Use .apple in production, and TestAuthority.anchors in tests."
        case .storeFailure:
            "Look at the event's storeError, and at the database. Clients are told to try again."
        case .internalFailure:
            "Look at the error's context, and at the machine's memory."
        }
    }
}
