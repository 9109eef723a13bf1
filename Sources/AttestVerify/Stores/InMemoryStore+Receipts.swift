public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension InMemoryStore {
    /// Takes keys whose receipts are due, and reserves them for the caller.
    public func claimReceipts(dueAt time: Date, reservedUntil lease: Date, limit: Int) -> [KeyRecord] {
        let due = keys.all.compactMap { key in key.due.map { (time: $0, record: key.record) } }
            .filter { $0.time <= time }.sorted { $0.time < $1.time }.prefix(max(0, limit))
        for key in due { keys[key.record.keyID]?.due = lease }
        return due.map(\.record)
    }

    /// Replaces the receipt of a key, its times, when it is due, and adds to the history of the metric.
    public func replaceReceipt(
        _ keyID: KeyID, with receipt: [UInt8], times: ReceiptTimes, nextDue: Date?, sample: RiskSample?
    ) -> Bool {
        keys[keyID]?.replace(receipt, times, nextDue, sample) != nil
    }

    /// Sets when the receipt of a key is due.
    public func postponeReceipt(_ keyID: KeyID, until time: Date?) -> Bool {
        guard keys[keyID] != nil else { return false }
        keys[keyID]?.due = time
        return true
    }

    /// Takes the token that an exchange of a receipt needs.
    public func takeRefreshToken(by rate: RefreshRate, at time: Date) throws -> Bool {
        guard let bucket = try refreshBucket.taking(by: rate, at: time) else { return false }
        refreshBucket = bucket
        return true
    }

    /// The metrics of a key, the oldest first.
    public func riskHistory(of keyID: KeyID) -> [RiskSample] {
        keys[keyID]?.history ?? []
    }
}
