import AttestCore
import AttestVerify
import Foundation

/// A store that runs a closure before it takes tokens, and claims or replaces receipts.
final class WatchedStore: ReceiptStore {
    private let inner: InMemoryStore
    private let before: @Sendable (_ call: String) async throws -> Void

    init(_ inner: InMemoryStore, before: @escaping @Sendable (_ call: String) async throws -> Void) {
        self.inner = inner
        self.before = before
    }

    func claimReceipts(dueAt time: Date, reservedUntil lease: Date, limit: Int) async throws -> [KeyRecord] {
        try await before("claim")
        return await inner.claimReceipts(dueAt: time, reservedUntil: lease, limit: limit)
    }

    func replaceReceipt(
        _ keyID: KeyID, with receipt: [UInt8], times: ReceiptTimes, nextDue: Date?, sample: RiskSample?
    ) async throws -> Bool {
        try await before("replace")
        return await inner.replaceReceipt(keyID, with: receipt, times: times, nextDue: nextDue, sample: sample)
    }

    func postponeReceipt(_ keyID: KeyID, until time: Date?) async -> Bool {
        await inner.postponeReceipt(keyID, until: time)
    }

    func takeRefreshToken(by rate: RefreshRate, at time: Date) async throws -> Bool {
        try await before("token")
        return try await inner.takeRefreshToken(by: rate, at: time)
    }

    func riskHistory(of keyID: KeyID) async -> [RiskSample] { await inner.riskHistory(of: keyID) }
    func register(_ record: KeyRecord) async -> Bool { await inner.register(record) }
    func record(_ keyID: KeyID) async -> KeyRecord? { await inner.record(keyID) }
    func records(of account: String) async -> [KeyRecord] { await inner.records(of: account) }
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        try await inner.advance(keyID, to: counter, by: rule, at: time)
    }
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async -> Bool {
        await inner.updateReceipt(keyID, to: receipt)
    }
    func remove(_ keyID: KeyID, of account: String) async -> Bool { await inner.remove(keyID, of: account) }
    func removeAll(of account: String) async -> Int { await inner.removeAll(of: account) }
}
