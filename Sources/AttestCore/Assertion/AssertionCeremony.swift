/// The checks of one assertion; ``AssertionStep`` has their order.
struct AssertionCeremony: PolicyCeremony {
    let object: AssertionObject
    let clientDataHash: ClientDataHash
    let publicKey: P256PublicKey
    let lastCounter: UInt32
    let verifiers: ContextPool<SignatureVerifier>

    /// The app that the object names, when it is one of the policy's; step 4 judges that.
    let app: AppPolicy?

    init(
        object: AssertionObject, clientDataHash: ClientDataHash, publicKey: P256PublicKey, lastCounter: UInt32,
        apps: [AppPolicy], verifiers: ContextPool<SignatureVerifier>
    ) {
        self.object = object
        self.clientDataHash = clientDataHash
        self.publicKey = publicKey
        self.lastCounter = lastCounter
        self.verifiers = verifiers
        app = apps.matching(object.authenticatorData)
    }

    mutating func check(_ step: AssertionStep) throws(AttestError) -> Bool {
        switch step {
        // Step 3 does that as well: all take the same context of OpenSSL.
        case .clientDataHash, .nonce: break
        case .signature: try checkSignature()
        case .appID: try checkAppID()
        case .counter: try checkCounter()
        case .challenge: return false
        case .launchCategory: return try checkLaunchCategory()
        case .bundleVersion: return try checkBundleVersion()
        }
        return true
    }

    func proof() throws(AttestError) -> ValidatedAssertion {
        guard let app else { throw AttestError(.internalFailure, "a proof before all steps have passed") }
        return ValidatedAssertion(
            appID: app.appID,
            counter: authenticatorData.counter,
            launchCategory: authenticatorData.provenExtensions?.launchCategory,
            bundleVersion: authenticatorData.provenExtensions?.bundleVersion,
            codeDirectoryHash: authenticatorData.provenExtensions?.codeDirectoryHash)
    }

    var authenticatorData: AuthenticatorData { object.authenticatorData }

    // MARK: The steps, in order (those of the policy are in PolicyCeremony)

    /// Steps 1 to 3: the client data hash is appended to the authenticator data, as received; the nonce is SHA-256 of both; and
    /// the key has signed the nonce.
    ///
    /// ECDSA hashes it once more, because the nonce is the message, not the digest.
    private func checkSignature() throws(AttestError) {
        let isSigned = try publicKey.isSignature(
            object.signature, overNonceOf: authenticatorData.bytes, clientDataHash.bytes[...], verifiers)
        guard isSigned else {
            throw AttestError(.signatureInvalid, "the signature does not verify under the registered key")
        }
    }

    /// Step 5: the counter is above the last accepted one.
    ///
    /// Gaps are normal: apps make assertions that they never send.
    private func checkCounter() throws(AttestError) {
        guard authenticatorData.counter > lastCounter else {
            throw AttestError(
                .counterNotIncreased, "counter \(authenticatorData.counter), last accepted \(lastCounter)")
        }
    }

    // Step 6, the challenge inside the client data, is the caller's: only the hash of the client data comes here.
}
