public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Verifies the two ceremonies over a store of registered keys, one call each.
///
/// The caller issues the challenges, and passes the hash of the one it issued: each must be used once, and only for a
/// short time.
public struct AttestVerifier: Sendable {
    private let attestations: AttestationValidator
    private let assertions: [AppID: AssertionValidator]
    private let environments: [AppID: Set<AttestEnvironment>]
    private let store: InMemoryKeyStore

    /// Makes a verifier for some apps.
    ///
    /// - Parameters:
    ///   - apps: What is expected, one policy for each app.
    ///   - anchors: The roots to trust: Apple's, but for tests.
    ///   - store: Where keys are registered.
    /// - Throws: `invalidConfiguration` without an app or with one twice; `malformedTrustAnchor`.
    public init(apps: [AppPolicy], anchors: TrustAnchors = .apple, store: InMemoryKeyStore) throws(AttestError) {
        attestations = try AttestationValidator(apps: apps, anchors: anchors)
        var assertions: [AppID: AssertionValidator] = [:]
        for app in apps {
            // One validator for each app, so that a key of one app cannot sign for another.
            assertions[app.appID] = try AssertionValidator(apps: [app])
        }
        self.assertions = assertions
        environments = Dictionary(uniqueKeysWithValues: apps.map { ($0.appID, $0.environments) })
        self.store = store
    }

    /// Verifies an attestation and registers its key.
    ///
    /// - Parameters:
    ///   - object: The attestation object, as bytes.
    ///   - keyID: The key ID that the client sent with it.
    ///   - clientDataHash: The hash of the challenge that this server issued.
    ///   - time: When the object was received.
    /// - Returns: The record of the key.
    /// - Throws: An `AttestError`: the refusal, or `keyAlreadyRegistered`.
    @concurrent
    public func verifyAttestation(
        _ object: [UInt8], keyID: KeyID, clientDataHash: ClientDataHash, at time: Date = Date()
    ) async throws -> KeyRecord {
        let proof = try attestations.validate(
            AttestationObject(decoding: object), keyID: keyID, clientDataHash: clientDataHash, at: time)
        let record = KeyRecord(proof)
        guard await store.register(record) else {
            throw AttestError(.keyAlreadyRegistered, "the key ID is in the store")
        }
        return record
    }

    /// Verifies an assertion of a registered key and raises the key's counter.
    ///
    /// - Parameters:
    ///   - object: The assertion, as bytes.
    ///   - keyID: The key ID that the client sent with it.
    ///   - clientDataHash: SHA-256 of the client data as this server received it.
    /// - Returns: The record of the key, with the new counter.
    /// - Throws: An `AttestError`: the refusal, or `keyUnknown`.
    @concurrent
    public func verifyAssertion(
        _ object: [UInt8], keyID: KeyID, clientDataHash: ClientDataHash
    ) async throws -> KeyRecord {
        guard let record = await store.record(keyID) else {
            throw AttestError(.keyUnknown, "the key ID is not in the store")
        }
        guard let validator = assertions[record.appID] else {
            throw AttestError(.appIDMismatch, "the key belongs to an app that is no longer allowed")
        }
        guard environments[record.appID]?.contains(record.environment) == true else {
            throw AttestError(.environmentMismatch, "the key belongs to the environment \(record.environment.rawValue)")
        }
        let proof = try validator.validate(
            AssertionObject(decoding: object), clientDataHash: clientDataHash, publicKey: record.publicKey,
            after: record.counter)
        // Another request may have come first since the record was read.
        guard let advanced = await store.advance(keyID, to: proof.counter) else {
            throw AttestError(.counterNotIncreased, "counter \(proof.counter) is no longer above the stored one")
        }
        return advanced
    }
}
