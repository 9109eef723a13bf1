internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What the risk policy says, as far as there is one.
extension AttestVerifier {
    /// Judges the newest metric of a key.
    ///
    /// - Throws: `riskMetricTooHigh`.
    func judge(_ record: KeyRecord, _ ceremony: inout CeremonyFacts) throws(AttestError) -> RiskDecision {
        guard let risk else { return .allow }
        let decision = risk.decision(forMetric: record.riskMetric)
        ceremony.risk = decision
        if case .refuse = decision {
            let metric = record.riskMetric.map { "\($0)" } ?? "unknown"
            throw AttestError(.riskMetricTooHigh, "the newest risk metric of the key is \(metric)")
        }
        return decision
    }

    /// Takes the token of a new key, unless the key is registered already.
    ///
    /// - Throws: `tooManyNewKeys`, `keyAlreadyRegistered`.
    func admit(_ record: KeyRecord, at time: Date, _ ceremony: inout CeremonyFacts) async throws {
        guard let newKeys = risk?.newKeys else { return }
        guard try await storing("record", { try await store.record(record.keyID) }) == nil else {
            throw AttestError(.keyAlreadyRegistered, "the key ID is in the store")
        }
        let isWithinLimit = try await storing("takeNewKeyToken") {
            try await newKeys.store.takeNewKeyToken(of: record.account, by: newKeys.limit, at: time)
        }
        guard !isWithinLimit else {
            ceremony.risk = .allow
            return
        }
        switch newKeys.excess {
        case .flag:
            ceremony.risk = .flag([.newKeys])
        case .refuse:
            ceremony.risk = .refuse(.newKeys)
            throw AttestError(
                .tooManyNewKeys, "above \(newKeys.limit.burst) new keys, and one in \(newKeys.limit.refillInterval)")
        }
    }
}
