internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What `attest verify attestation` verifies: all its inputs, so that others can be tried in their place.
struct AttestationAttempt {
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

    /// Whether some step fails under one of the codes.
    func fails(with codes: AttestError.Code...) -> Bool {
        guard let report = try? examined() else { return false }
        return report.failures.contains { codes.contains($0) }
    }
}

extension ValidationReport {
    /// The codes of all steps that failed, in their order.
    var failures: [AttestError.Code] {
        steps.compactMap { if case .failed(let error) = $0.outcome { error.code } else { nil } }
    }
}
