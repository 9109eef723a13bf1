extension AttestError {
    /// One check that can fail; raw values are stable identifiers for logs, metrics and test vectors.
    ///
    /// New codes may come with new versions, so switch over them with `@unknown default`, or over ``category``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // What the client sent cannot be read.

        /// An object, or a part of one, above its limit.
        case limitExceeded
        /// Bytes that are not CBOR in the strict form that devices send.
        case malformedCBOR
        /// CBOR without the members of an attestation object, or with members of another type.
        case malformedAttestationObject
        /// CBOR without the members of an assertion, or with members of another type.
        case malformedAssertionObject
        /// Authenticator data of a wrong length, or with a wrong credential ID length.
        case malformedAuthenticatorData
        /// A credential public key that is not a P-256 key in COSE form.
        case malformedCOSEKey
        /// Bytes after the fixed authenticator data that are not one extension map of the known types.
        case malformedExtensions
        /// A certificate that is not an X.509 version 3 certificate in strict DER.
        case malformedCertificate
        /// A nonce extension that is not exactly one tagged octet string of 32 bytes.
        case malformedNonceExtension
        /// An assertion signature that is not a DER ECDSA signature.
        case malformedSignature
        /// A key ID that is not base64 or base64url of 32 bytes.
        case malformedKeyID
        /// An object that is not base64 or base64url text.
        case malformedBase64
        /// A challenge that does not have the form of an issued one.
        case malformedChallenge
        /// A request without one of the headers, or with control characters in its method or path.
        case malformedRequest
        /// A receipt that is not CMS signed data with one signer, or whose content is not a set of fields.
        case malformedReceipt
        /// A receipt without a field that every receipt has.
        case receiptFieldMissing
        /// A receipt with a field twice.
        case receiptFieldDuplicated

        // The object does not prove what it claims.

        /// An attestation statement format other than Apple App Attest.
        case unsupportedFormat
        /// An attestation whose flags do not announce a credential.
        case attestedCredentialMissing
        /// A chain that does not lead to a pinned anchor.
        case chainUntrusted
        /// A chain with a self-issued certificate in it: anchors are pinned, never taken from the object.
        case chainContainsRoot
        /// A chain with a certificate that is not, at its place, part of the path from the leaf to the anchor.
        case chainContainsExtraCertificate
        /// A certificate whose signature does not verify under its issuer's key.
        case certificateSignatureInvalid
        /// A certificate whose validity ended before the given time.
        case certificateExpired
        /// A certificate whose validity begins after the given time.
        case certificateNotYetValid
        /// A certificate signed with an algorithm other than ECDSA with SHA-256 or SHA-384.
        case certificateAlgorithmUnsupported
        /// A leaf without a P-256 key, or an issuer without a P-384 key.
        case certificateKeyUnsupported
        /// A certificate with a critical extension that this package does not process.
        case criticalExtensionUnknown
        /// An issuer that is not a certificate authority.
        case issuerNotCA
        /// An issuer whose key usage does not allow signing certificates.
        case issuerCannotSign
        /// A chain longer than an issuer's path length constraint allows.
        case pathLengthExceeded
        /// A leaf that is a certificate authority.
        case leafIsCA
        /// A leaf whose key usage does not allow digital signatures.
        case leafCannotSign
        /// A leaf without Apple's nonce extension.
        case nonceExtensionMissing
        /// A nonce in the leaf that does not cover this authenticator data and client data hash.
        case nonceMismatch
        /// A key that is or may be a Mac's, whose access policy is not the published one of full security mode.
        case accessPolicyMismatch
        /// A key ID that is not the hash of the certified key.
        case keyIDMismatch
        /// An attestation whose counter is not 0.
        case counterNotZero
        /// A credential ID that is not the key ID.
        case credentialIDMismatch
        /// A credential public key that is not the certified key.
        case publicKeyMismatch
        /// An assertion signature that does not verify under the registered key.
        case signatureInvalid
        /// A challenge that this service did not issue, not for this session, account or key, or not for so long.
        case challengeInvalid
        /// A challenge that was issued for the other ceremony.
        case challengePurposeMismatch
        /// Client data that do not contain the challenge.
        case challengeNotInClientData
        /// A key that is registered for another account.
        case accountMismatch
        /// A receipt signed with an algorithm other than ECDSA with SHA-256.
        case receiptAlgorithmUnsupported
        /// A receipt whose signature does not verify under its signer's key.
        case receiptSignatureInvalid
        /// A receipt whose signer is not one for receipts.
        case receiptSignerMarkerMissing
        /// A receipt whose signer's issuer is not the one for application integration.
        case receiptIssuerMarkerMissing
        /// A receipt for another key.
        case receiptKeyMismatch
        /// A receipt of another attestation.
        case receiptClientDataHashMismatch

        // The object is genuine, and not what the policy allows.

        /// An RP ID hash that belongs to none of the given apps.
        case appIDMismatch
        /// An AAGUID of an environment that the app's policy does not allow, or of none.
        case environmentMismatch
        /// A launch validation category that the app's policy does not allow.
        case launchCategoryForbidden
        /// No launch validation category that the device vouches for, where the app's policy requires one.
        case launchCategoryMissing
        /// A bundle version that the app's policy does not allow.
        case bundleVersionForbidden
        /// No bundle version that the device vouches for, where the app's policy requires one.
        case bundleVersionMissing
        /// No receipt in an attestation, where the policy requires one.
        case receiptMissing
        /// A receipt for another app.
        case receiptAppIDMismatch
        /// A receipt of another type than fits where it comes from.
        case receiptTypeMismatch
        /// A receipt of another environment than its key.
        case receiptEnvironmentMismatch
        /// More new keys of an account than the limit for them allows.
        case tooManyNewKeys
        /// An assertion of a key whose newest risk metric has reached the threshold for refusals.
        case riskMetricTooHigh

        // The object was seen before, or does not fit what the server has stored.

        /// An attestation of a key that is registered already.
        case keyAlreadyRegistered
        /// An assertion of a key that is not registered.
        case keyUnknown
        /// An assertion whose counter is not above the last accepted one.
        case counterNotIncreased
        /// An assertion whose counter is further above the last accepted one than the rule allows.
        case counterJumpTooLarge
        /// A challenge whose time is over.
        case challengeExpired
        /// A challenge that was used before.
        case challengeSpent
        /// A receipt that was made longer ago than allowed when it arrived.
        case receiptTooOld
        /// A receipt that was made after it arrived.
        case receiptFromFuture

        // The server's own side.

        /// A validator without apps, with an app twice, or a policy that allows nothing.
        case invalidConfiguration
        /// An App ID that is not a prefix and a bundle identifier joined by a dot.
        case malformedAppID
        /// A client data hash of no bytes, or of more than 128.
        case malformedClientDataHash
        /// A public key that is not an uncompressed P-256 point of 65 bytes.
        case malformedPublicKey
        /// A trust anchor that is not a self-issued P-384 certificate authority.
        case malformedTrustAnchor
        /// A store that failed; not a decision about the object, and the challenge counts as used.
        case storeFailure
        /// A failure of the cryptographic library, such as a lack of memory; not a decision about the object.
        case internalFailure
    }
}
