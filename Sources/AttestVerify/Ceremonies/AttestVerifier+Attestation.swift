internal import AttestCore

extension AttestVerifier {
    /// Verifies an attestation and registers its key for the account.
    ///
    /// In order: the challenge is opened and used up; the object is read and validated at the verifier's time; the key is
    /// registered, unless it is already. With a limit for new keys, a token of the account is taken just before that: only for an
    /// object that is valid, and not for a key that is registered. That costs two more calls of stores; a token stays taken
    /// when registering then fails.
    ///
    /// - Parameter request: What the client sent.
    /// - Returns: The record of the new key.
    /// - Throws: An `AttestError`; or `CancellationError` as the store throws it.
    @concurrent
    public func verifyAttestation(_ request: AttestationRequest) async throws -> KeyRecord {
        try await observed(.attestation, keyID: request.keyID) { ceremony in
            let challenge = try challenges.open(request.challenge, for: .attestation, boundTo: request.binding)
            let isFresh = try await storing("spend") {
                try await store.spend(challenge.id, until: challenge.rememberedUntil)
            }
            guard isFresh else { throw AttestError(.challengeSpent, "the challenge is in the store") }

            let bytes = try request.object.decoded(limit: AttestLimits.attestationObjectBytes)
            let time = clock()
            let proof = try attestations.validate(
                AttestationObject(decoding: bytes),
                keyID: KeyID(base64: request.keyID),
                clientDataHash: ClientDataHash(sha256Of: request.challenge.utf8),
                at: time)
            ceremony.appID = proof.appID
            ceremony.environment = proof.environment

            let record = KeyRecord(proof, account: request.account, at: time)
            try await admit(record, at: time, &ceremony)
            guard try await storing("register", { try await store.register(record) }) else {
                throw AttestError(.keyAlreadyRegistered, "the key ID is in the store")
            }
            return record
        }
    }
}
