internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoreFixture<any ReceiptStore> {
    func register(_ record: KeyRecord) async throws {
        try expect(try await store.register(record), "a new key is not registered")
    }

    /// The records that are claimed, at a time in seconds, and reserved for another time.
    func claimed(at time: Double, until lease: Double = 1e6, limit: Int = 100) async throws -> [KeyRecord] {
        try await store.claimReceipts(dueAt: later(time), reservedUntil: later(lease), limit: limit)
    }

    /// Replaces the receipt of a key by one with a metric.
    func replace(_ record: KeyRecord, time: Double, metric: UInt32) async throws {
        let isReplaced = try await store.replaceReceipt(
            record.keyID, with: [1], times: ReceiptTimes(notBefore: later(time), expiration: nil),
            nextDue: later(time), sample: RiskSample(time: later(time), metric: metric))
        try expect(isReplaced, "the receipt of a registered key is not replaced")
    }
}
