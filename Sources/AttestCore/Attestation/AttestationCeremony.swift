#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The checks of one attestation; ``AttestationStep`` has their order.
struct AttestationCeremony: PolicyCeremony {
    let object: AttestationObject
    let keyID: KeyID
    let clientDataHash: ClientDataHash
    let chains: ChainVerifier
    let time: Date

    /// The app that the object names, when it is one of the policy's; step 6 judges that.
    let app: AppPolicy?
    /// The chain, once step 1 has proven it.
    private var verifiedChain: VerifiedCertificateChain?
    /// What the nonce covers, from step 2 on.
    private var composite: [UInt8] = []
    /// The nonce that this object must have, from step 3 on.
    private var nonce: [UInt8] = []

    init(
        object: AttestationObject, keyID: KeyID, clientDataHash: ClientDataHash,
        apps: [AppPolicy], chains: ChainVerifier, time: Date
    ) {
        self.object = object
        self.keyID = keyID
        self.clientDataHash = clientDataHash
        self.chains = chains
        self.time = time
        app = apps.matching(object.authenticatorData)
    }

    mutating func check(_ step: AttestationStep) throws(AttestError) -> Bool {
        switch step {
        case .format: try checkFormat()
        case .attestedCredentialFlag: try checkAttestedCredentialFlag()
        case .certificateChain: try checkCertificateChain()
        case .clientDataHash: appendClientDataHash()
        case .nonce: try hashComposite()
        case .nonceExtension: try checkNonceExtension()
        case .accessPolicy: return try checkAccessPolicy()
        case .keyID: try checkKeyID()
        case .appID: try checkAppID()
        case .counter: try checkCounter()
        case .environment: return try checkEnvironment()
        case .credentialID: try checkCredentialID()
        case .publicKey: try checkPublicKey()
        case .launchCategory: return try checkLaunchCategory()
        case .bundleVersion: return try checkBundleVersion()
        }
        return true
    }

    func proof() throws(AttestError) -> ValidatedAttestation {
        guard let app, let environment, let verifiedChain, case .p256(let publicKey) = verifiedChain.leaf.publicKey
        else {
            throw AttestError(.internalFailure, "a proof before all steps have passed")
        }
        return ValidatedAttestation(
            appID: app.appID,
            environment: environment,
            keyID: keyID,
            publicKey: publicKey,
            receipt: object.receipt,
            launchCategory: authenticatorData.provenExtensions?.launchCategory,
            bundleVersion: authenticatorData.provenExtensions?.bundleVersion,
            codeDirectoryHash: authenticatorData.provenExtensions?.codeDirectoryHash,
            operatingSystem: CredentialCertificate(verifiedChain.leaf).operatingSystem)
    }

    // MARK: What the steps read

    var authenticatorData: AuthenticatorData { object.authenticatorData }

    var leaf: CredentialCertificate { CredentialCertificate(object.chain.leaf) }

    /// The key of the leaf; nil when it is of another kind, which step 1 refuses.
    private var certifiedKey: P256PublicKey? {
        if case .p256(let key) = object.chain.leaf.publicKey { key } else { nil }
    }

    var environment: AttestEnvironment? {
        AttestEnvironment(aaguid: object.attestedCredential.aaguidBytes)
    }

    // MARK: The steps, in order (those of the policy are in PolicyCeremony)

    private func checkFormat() throws(AttestError) {
        guard object.format.utf8.elementsEqual(AttestationObject.appAttestFormat.utf8) else {
            throw AttestError(.unsupportedFormat, "fmt is not \(AttestationObject.appAttestFormat)")
        }
    }

    /// All genuine attestations set AT, while ED decides what extensions prove, and not whether the object is read.
    private func checkAttestedCredentialFlag() throws(AttestError) {
        guard authenticatorData.flags.contains(.attestedCredential) else {
            throw AttestError(.attestedCredentialMissing, "the flag AT (0x40) is clear")
        }
    }

    /// Step 1: the chain leads from the leaf to an anchor.
    private mutating func checkCertificateChain() throws(AttestError) {
        verifiedChain = try object.chain.verified(by: chains, at: time)
    }

    /// Step 2: the client data hash is appended to the authenticator data, as received.
    private mutating func appendClientDataHash() {
        composite = authenticatorData.bytes + clientDataHash.bytes
    }

    /// Step 3: the nonce is SHA-256 of both.
    private mutating func hashComposite() throws(AttestError) {
        nonce = try sha256(composite)
    }

    /// Step 4: the leaf was issued for this nonce.
    private func checkNonceExtension() throws(AttestError) {
        guard constantTimeEqual(try leaf.nonce(), nonce[...]) else {
            throw AttestError(
                .nonceMismatch, "the leaf's nonce is not SHA-256 of authenticator data and client data hash")
        }
    }

    /// Whether step 4 for macOS applies.
    ///
    /// Whatever the certificate does not show to be another platform counts as a Mac, so that a name that nobody knows yet
    /// does not free a Mac of the check.
    var mustBeFullSecurityMac: Bool {
        switch (app?.platform ?? .asCertified, leaf.platformKind) {
        case (.macOS, _), (_, .mac), (.asCertified, .unknown): true
        case (.asCertified, .notMac), (.notMacOS, _): false
        }
    }

    /// Step 4, for macOS only: the key's access policy is that of a Mac in full security mode.
    private func checkAccessPolicy() throws(AttestError) -> Bool {
        guard mustBeFullSecurityMac else { return false }
        guard let policy = try leaf.accessPolicy() else {
            throw AttestError(.accessPolicyMismatch, "the leaf has no access policy extension")
        }
        guard constantTimeEqual(policy, AccessPolicy.macOSFullSecurity[...]) else {
            throw AttestError(.accessPolicyMismatch, "the access policy is not the published one")
        }
        return true
    }

    /// Step 5: the key ID is the hash of the certified key.
    private func checkKeyID() throws(AttestError) {
        guard let certified = try certifiedKey?.keyID(), constantTimeEqual(certified.bytes[...], keyID.bytes[...])
        else {
            throw AttestError(.keyIDMismatch, "the key ID is not SHA-256 of the leaf's public key")
        }
    }

    /// Step 7: the key has not signed anything yet.
    private func checkCounter() throws(AttestError) {
        guard authenticatorData.counter == 0 else {
            throw AttestError(.counterNotZero, "the counter is \(authenticatorData.counter)")
        }
    }

    /// Step 8: the AAGUID names an allowed environment.
    private func checkEnvironment() throws(AttestError) -> Bool {
        guard let environment else {
            throw AttestError(.environmentMismatch, "the AAGUID names no known environment")
        }
        guard let app else { return false }
        guard app.environments.contains(environment) else {
            throw AttestError(.environmentMismatch, "the environment is \(environment.rawValue)")
        }
        return true
    }

    /// Step 9: the credential ID is the key ID.
    private func checkCredentialID() throws(AttestError) {
        guard constantTimeEqual(object.attestedCredential.credentialIDBytes, keyID.bytes[...]) else {
            throw AttestError(.credentialIDMismatch, "the credential ID is not the key ID")
        }
    }

    /// The credential public key is the certified key.
    private func checkPublicKey() throws(AttestError) {
        guard let certifiedKey,
            constantTimeEqual(object.attestedCredential.publicKey.x963[...], certifiedKey.x963[...])
        else { throw AttestError(.publicKeyMismatch, "the COSE key is not the leaf's public key") }
    }
}
