internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension AttestVerifier {
    /// Verifies an attestation and registers its key for the account.
    ///
    /// In order: the challenge is opened and used up; the object is read and validated at the verifier's time, and its receipt
    /// if the policy says so; the key is registered, unless it is already. With a limit for new keys, a token of the account is taken just before that: only for an
    /// object that is valid, and not for a key that is registered. That costs two more calls of stores; a token stays taken
    /// when registering then fails.
    ///
    /// - Parameter request: What the client sent.
    /// - Returns: The record of the new key.
    /// - Throws: An `AttestError`; or `CancellationError` as the store throws it.
    @concurrent
    public func verifyAttestation(_ request: AttestationRequest) async throws -> KeyRecord {
        try await observed(.attestation, keyID: request.keyID) { ceremony in
            let challenge = try challenges.open(
                request.challenge, for: .attestation, boundTo: request.binding.binding(keyID: request.keyID))
            try await spend(challenge)

            let keyID = try KeyID(base64: request.keyID)
            let bytes = try request.object.decoded(limit: AttestLimits.attestationObjectBytes)
            let time = clock()
            let clientDataHash = try ClientDataHash(sha256Of: request.challenge.utf8)
            let object = try AttestationObject(decoding: bytes)
            if observer != nil { ceremony.observations = ObjectObservations(object) }
            let proof = try attestations.validate(
                object,
                keyID: keyID,
                clientDataHash: clientDataHash,
                at: time)
            ceremony.appID = proof.appID
            ceremony.environment = proof.environment

            let receipt = try validatedReceipt(of: proof, clientDataHash: clientDataHash, at: time)
            let record = KeyRecord(
                proof, account: request.account, receiptTimes: receipt.map { ReceiptTimes($0.content) }, at: time)
            try await admit(record, at: time, &ceremony)
            guard try await storing("register", { try await store.register(record) }) else {
                throw AttestError(.keyAlreadyRegistered, "the key ID is in the store")
            }
            return record
        }
    }

    /// Uses up a challenge.
    ///
    /// - Throws: `challengeSpent`.
    func spend(_ challenge: OpenedChallenge) async throws {
        let isFresh = try await storing("spend") {
            try await store.spend(challenge.id, until: challenge.rememberedUntil)
        }
        guard isFresh else { throw AttestError(.challengeSpent, "the challenge is in the store") }
    }

    /// The receipt, proven; nil when receipts are stored unread.
    private func validatedReceipt(
        of proof: ValidatedAttestation, clientDataHash: ClientDataHash, at time: Date
    ) throws(AttestError) -> ValidatedReceipt? {
        guard let receipts else { return nil }
        guard let bytes = proof.receipt else { throw AttestError(.receiptMissing, "the attestation has no receipt") }
        do throws(AttestError) {
            return try receipts.validate(
                Receipt(decoding: bytes), of: ReceiptSubject(proof),
                from: .attestation(clientDataHash: clientDataHash, receivedAt: time))
        } catch {
            // Steps of receipts have numbers of their own, which would be taken for the attestation's.
            throw AttestError(error.code, "receipt: \(error.context)")
        }
    }
}
