internal import AttestCore

extension AttestVerifier {
    /// Verifies an assertion of a registered key and uses up its counter.
    ///
    /// In order: the challenge is opened and used up, and the key loaded; account, app and environment are compared; the
    /// client data must contain the challenge; the assertion is validated; the key's risk metric is judged; the counter is
    /// accepted in one atomic step.
    ///
    /// The metric comes after the signature, so that nobody but the holder of a key can find out that it is refused, and
    /// before the counter, so that a refused key costs no write.
    ///
    /// - Parameter request: What the client sent.
    /// - Returns: Who signed, and with which app.
    /// - Throws: An `AttestError`; or `CancellationError` as the store throws it.
    @concurrent
    public func verifyAssertion(_ request: AssertionRequest) async throws -> VerifiedAssertion {
        try await observed(.assertion, keyID: request.keyID) { ceremony in
            let challenge = try challenges.open(
                request.challenge, for: .assertion, boundTo: request.binding.binding(keyID: request.keyID))
            // Before anything of the store is known, so that what is wrong with the text is told of every key alike.
            let keyID: KeyID
            let bytes: [UInt8]
            do throws(AttestError) {
                keyID = try KeyID(base64: request.keyID)
                bytes = try request.object.decoded(limit: AttestLimits.assertionObjectBytes)
            } catch {
                try await spend(challenge)
                throw error
            }
            let record = try await spend(challenge, loading: keyID)
            ceremony.appID = record.appID
            ceremony.environment = record.environment

            if let account = request.account, !record.belongs(to: account) {
                throw AttestError(.accountMismatch, "the key belongs to another account")
            }
            let validator = try validator(for: record)
            // Apple's step 6: the challenge is part of what was signed. It cannot be guessed, so finding it is enough.
            guard request.clientData.contains(bytes: Array(request.challenge.utf8)) else {
                throw AttestError(.challengeNotInClientData, "the challenge does not occur in the client data", step: 6)
            }
            let object = try AssertionObject(decoding: bytes)
            if observer != nil { ceremony.observations = ObjectObservations(object) }
            let proof = try validator.validate(
                object,
                clientDataHash: ClientDataHash(sha256Of: request.clientData),
                publicKey: record.publicKey,
                after: counterRule.window == 0 ? record.counter.highest : 0)

            let decision = try judge(record, &ceremony)
            let advanced = try await storing("advance", verdicts: [.counterNotIncreased, .counterJumpTooLarge]) {
                try await store.advance(keyID, to: proof.counter, by: counterRule, at: clock())
            }
            guard let advanced else { throw AttestError(.keyUnknown, "the key was removed during the ceremony") }
            // It may also have been registered again, and then whoever signed is not known to be that account.
            guard advanced.belongs(to: record.account) else {
                throw AttestError(.accountMismatch, "the key came to another account during the ceremony")
            }
            return VerifiedAssertion(
                account: record.account, keyID: keyID, appID: proof.appID, environment: record.environment,
                counter: proof.counter, launchCategory: proof.launchCategory, bundleVersion: proof.bundleVersion,
                risk: decision)
        }
    }

    /// Uses up the challenge and loads the key; the challenge is used up also when the key is not registered.
    private func spend(_ challenge: OpenedChallenge, loading keyID: KeyID) async throws -> KeyRecord {
        let (isFresh, record) = try await storing("spend and load") {
            try await store.spend(challenge.id, until: challenge.rememberedUntil, loading: keyID)
        }
        guard isFresh else { throw AttestError(.challengeSpent, "the challenge is in the store") }
        guard let record else { throw AttestError(.keyUnknown, "the key ID is not in the store") }
        return record
    }

    /// The validator of the key's own app, if that and the key's environment are still allowed.
    private func validator(for record: KeyRecord) throws(AttestError) -> AssertionValidator {
        guard let app = apps[record.appID] else {
            throw AttestError(.appIDMismatch, "the key belongs to an app that is no longer allowed")
        }
        guard app.policy.environments.contains(record.environment) else {
            throw AttestError(.environmentMismatch, "the key belongs to the environment \(record.environment.rawValue)")
        }
        return app.assertions
    }
}
