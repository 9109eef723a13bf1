internal import AttestCore

extension AttestError.Code {
    /// What usually lies behind the code, the likeliest first.
    ///
    /// Without a default, so that a new code does not compile before it is explained.
    var causes: [String] {
        switch self {
        case .limitExceeded:
            ["something else was sent as the object", "a client that tries to exhaust the server"]
        case .malformedCBOR:
            [
                "the base64 text was not decoded, or was decoded twice",
                "the bytes went through a text encoding such as UTF-8 and were damaged",
                "the object was cut off on its way",
            ]
        case .malformedAttestationObject:
            ["an assertion was sent to the route for attestations", "a WebAuthn or passkey object was sent"]
        case .malformedAssertionObject:
            ["an attestation object was sent to the route for assertions", "the signature was sent alone"]
        case .malformedAuthenticatorData, .malformedCOSEKey, .malformedExtensions, .malformedCertificate,
            .malformedNonceExtension, .malformedSignature:
            [
                "the object was damaged on its way, or was made by something other than Apple's call",
                "a new system version has a form that this version does not know",
            ]
        case .malformedKeyID:
            [
                "the key ID was encoded once more: in hex, in base64 of base64, or for a URL",
                "it stands in a query string without percent-encoding, where a plus sign arrives as a space",
                "the public key was sent in its place",
            ]
        case .malformedBase64:
            [
                "a data: URL, quotation marks or JSON escapes came along",
                "a plus sign became a space in a form decoder",
                "the binary object was sent where text is expected",
            ]
        case .malformedChallenge:
            [
                "the client sent the hash of the challenge, or its own challenge",
                "the challenge was decoded, trimmed or encoded again",
                "another service issued it",
            ]
        case .malformedRequest:
            [
                "a proxy removed the headers, or the client did not send them",
                "the framework's decoded path was used: it must be as on the wire, with its query",
            ]
        case .unsupportedFormat:
            ["the object is a passkey's or another authenticator's"]
        case .attestedCredentialMissing:
            ["the object was forged, or made by a tool"]
        case .chainUntrusted:
            [
                "the object is of a virtual device or another test authority",
                "a server in test was given the anchors of another TestAuthority",
                "the object was forged",
            ]
        case .chainContainsRoot, .chainContainsExtraCertificate, .certificateSignatureInvalid,
            .certificateAlgorithmUnsupported, .certificateKeyUnsupported, .criticalExtensionUnknown, .issuerNotCA,
            .issuerCannotSign, .pathLengthExceeded, .leafIsCA, .leafCannotSign, .nonceExtensionMissing:
            ["the object was forged or altered: no genuine device has sent such a chain"]
        case .certificateExpired:
            [
                "an old object is verified now, and not at the time when it arrived",
                "the client kept the attestation for days before it sent it",
            ]
        case .certificateNotYetValid:
            ["the server's clock is behind", "a fixed time in a test lies before the object's"]
        case .nonceMismatch:
            [
                "app and server do not hash the same bytes: the challenge as text, or the bytes that it stands for",
                "the challenge was hashed twice, or not at all, or its hash was passed as text",
                "the object answers another challenge",
            ]
        case .accessPolicyMismatch:
            [
                "the Mac is in reduced security mode, or has system integrity protection switched off",
                "the certificate names a platform that this version does not know, or none, and so counts as a Mac's",
            ]
        case .keyIDMismatch, .credentialIDMismatch:
            [
                "the client sent the key ID of another key, such as an older one",
                "the object belongs to another request",
            ]
        case .counterNotZero:
            ["the object was altered: an attestation always has the counter 0"]
        case .publicKeyMismatch:
            ["the object was altered: its two copies of the key differ"]
        case .signatureInvalid:
            [
                "client data differ by some bytes: a body that was decoded and encoded again, another path or method",
                "the client data were hashed twice, or not at all",
                "the stored public key belongs to another key",
            ]
        case .challengeInvalid:
            [
                "another instance issued the challenge under another secret or audience, or this one was restarted with a "
                    + "random secret",
                "it was issued for another session, account or key than it came back for, or for one of another kind: "
                    + ".session(\"x\") is not .account(\"x\")",
                "the key ID, session or account went through a query string without percent-encoding, where a plus sign "
                    + "arrives as a space: the challenge was issued for the damaged text",
                "it expires too late: the clock of the instance that issued it is ahead, or its lifetimes are longer",
            ]
        case .challengePurposeMismatch:
            ["the app used a challenge for an attestation in an assertion, or the reverse"]
        case .challengeNotInClientData:
            ["custom client data does not hold the challenge's text unchanged, such as with escaped characters"]
        case .accountMismatch:
            ["someone else has signed in on the same device", "a key ID of another user was sent"]
        case .appIDMismatch:
            [
                "the prefix is missing, or is not the team ID: older apps have another one",
                "the bundle ID is of another target or scheme, or differs in case",
                "an App Clip attests under the full app's ID",
            ]
        case .environmentMismatch:
            ["a build from Xcode talks to a production server", "a TestFlight build talks to a development server"]
        case .launchCategoryForbidden:
            [
                "a development, ad hoc or enterprise build, where App Store or TestFlight are required",
                "a category that no app has (0, 7, 8 or 9), which every policy refuses",
            ]
        case .launchCategoryMissing:
            [
                "a system before iOS 27 or macOS 27, none of which reports it",
                "a beta that sends it with the flag ED clear, which proves nothing",
                "extensions that an app had signed itself and that were moved behind the authenticator data: an attack",
            ]
        case .bundleVersionForbidden:
            ["an old version of the app", "a bundle version that is not numbers separated by dots"]
        case .bundleVersionMissing:
            [
                "a system before iOS 27, or macOS, which do not report it",
                "a beta that sends it with the flag ED clear, which proves nothing",
                "extensions that an app had signed itself and that were moved behind the authenticator data: an attack",
            ]
        case .keyAlreadyRegistered:
            ["the client sent its attestation twice, such as after a timeout", "an attestation was replayed"]
        case .tooManyNewKeys:
            [
                "the app makes a new key at every start or refusal", "one account is used on many devices",
                "a farm of devices",
            ]
        case .riskMetricTooHigh:
            ["one device attests keys for many accounts", "the app was reinstalled many times, as in development"]
        case .keyUnknown:
            [
                "the server's store was emptied, or the key was removed with its account",
                "the attestation was refused, and the app kept the key all the same",
                "the key was registered at another environment's server",
            ]
        case .counterNotIncreased:
            [
                "several requests were under way at once and arrived out of order",
                "the request was sent twice, such as by a retry below the app",
                "an assertion was replayed",
            ]
        case .counterJumpTooLarge:
            ["the app makes many assertions that it never sends", "the store was put back to an old state"]
        case .challengeExpired:
            ["the app waited too long between challenge and request", "the clocks of the instances differ"]
        case .challengeSpent:
            ["the request was sent twice, such as by a retry", "two requests share a challenge", "a replay"]
        case .malformedReceipt, .receiptFieldMissing, .receiptFieldDuplicated:
            [
                "the base64 text of the receipt was not decoded, or something else was sent as the receipt",
                "a new form of receipts that this version does not know",
            ]
        case .receiptAlgorithmUnsupported, .receiptSignatureInvalid, .receiptSignerMarkerMissing,
            .receiptIssuerMarkerMissing:
            ["the receipt was altered or forged", "it went through a store or a text encoding that damages bytes"]
        case .receiptKeyMismatch, .receiptClientDataHashMismatch:
            ["the receipt was stored with another key", "an attestation was put together from two"]
        case .receiptMissing:
            ["the device got no receipt, as was seen in betas of macOS 27"]
        case .receiptAppIDMismatch, .receiptEnvironmentMismatch:
            ["the receipt belongs to another app of the same team, or to the other environment's key"]
        case .receiptTypeMismatch:
            ["a stored receipt is judged as one that just arrived, or the reverse"]
        case .receiptTooOld:
            ["an attestation that was kept back or sent before", "the server's clock is ahead"]
        case .receiptFromFuture:
            ["the server's clock is behind"]
        case .invalidConfiguration:
            ["no app, an app twice, an empty set of environments or categories, or a secret of under 32 bytes"]
        case .malformedAppID:
            ["the bundle ID without its prefix", "white space or another character that no App ID has"]
        case .malformedClientDataHash:
            ["an empty value", "client data in place of their hash"]
        case .malformedPublicKey:
            ["the key was stored in another form: compressed, PEM, DER or COSE", "the stored value was damaged"]
        case .malformedTrustAnchor:
            ["an intermediate or leaf in place of the root", "PEM in place of DER"]
        case .storeFailure:
            ["the database is down, full, locked or too slow", "its tables are missing: migrate() was not called"]
        case .internalFailure:
            ["no memory is left", "a crippled or wrongly configured OpenSSL"]
        }
    }
}
