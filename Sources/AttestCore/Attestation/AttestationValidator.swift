#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Judges attestations: whether Apple certified a key for a genuine build of an app on genuine hardware.
///
/// It proves possession at the moment of attestation. That the challenge was issued by this server and not used before is
/// the caller's to check, and so is that the key is not registered yet.
///
/// Make one and keep it: it remembers the issuers that led to its anchors, so that of later attestations only the leaf's
/// signature is left to verify. Their validity is judged every time.
public struct AttestationValidator: Sendable {
    private let apps: [AppPolicy]
    private let chains: ChainVerifier

    /// Makes a validator for some apps.
    ///
    /// - Parameters:
    ///   - apps: What is expected, one policy for each app.
    ///   - anchors: The roots to trust: `.apple` in production.
    /// - Throws: `invalidConfiguration` without an app or with one twice; `malformedTrustAnchor`.
    public init(apps: [AppPolicy], anchors: TrustAnchors) throws(AttestError) {
        self.apps = try AppPolicy.checked(apps)
        chains = ChainVerifier(anchors: try anchors.parsed())
    }

    /// Carries out Apple's eleven steps, up to the first that fails.
    ///
    /// - Parameters:
    ///   - object: The attestation object.
    ///   - keyID: The key ID that the client sent with it.
    ///   - clientDataHash: The hash of the challenge that this server issued, never one that the client sent.
    ///   - time: When the object was received. Leaf certificates can live for only three days.
    /// - Returns: The proof, with what a server stores.
    /// - Throws: The refusal, with Apple's number of the step.
    public func validate(
        _ object: AttestationObject, keyID: KeyID, clientDataHash: ClientDataHash, at time: Date
    ) throws(AttestError) -> ValidatedAttestation {
        try ceremony(object, keyID, clientDataHash, time).validated()
    }

    /// Carries out all of Apple's steps, also after a failure, and reports on each.
    ///
    /// - Parameters:
    ///   - object: The attestation object.
    ///   - keyID: The key ID that the client sent with it.
    ///   - clientDataHash: The hash of the challenge that this server issued.
    ///   - time: When the object was received.
    /// - Returns: The steps in order, and what ``validate(_:keyID:clientDataHash:at:)`` returns or throws.
    public func examine(
        _ object: AttestationObject, keyID: KeyID, clientDataHash: ClientDataHash, at time: Date
    ) -> ValidationReport<ValidatedAttestation> {
        ceremony(object, keyID, clientDataHash, time).examined()
    }

    private func ceremony(
        _ object: AttestationObject, _ keyID: KeyID, _ clientDataHash: ClientDataHash, _ time: Date
    ) -> AttestationCeremony {
        AttestationCeremony(
            object: object, keyID: keyID, clientDataHash: clientDataHash, apps: apps, chains: chains, time: time)
    }
}
