internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What `attest verify attestation` verifies.
struct AttestationAttempt: VerificationAttempt {
    let object: AttestationObject
    var policy: AppPolicy
    var keyID: KeyID
    let given: GivenClientData
    var clientDataHash: ClientDataHash
    var anchors: TrustAnchors
    var time: Date

    func examined() throws(AttestError) -> ValidationReport<ValidatedAttestation> {
        try AttestationValidator(apps: [policy], anchors: anchors)
            .examine(object, keyID: keyID, clientDataHash: clientDataHash, at: time)
    }
}
