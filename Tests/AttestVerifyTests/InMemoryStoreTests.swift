import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

final class InMemoryStoreTests: XCTestCase {
    func testConformance() async throws {
        for check in StoreConformance.checks {
            try await check.run { InMemoryStore() }
        }
        for check in StoreConformance.receiptChecks {
            try await check.run { InMemoryStore() }
        }
        for check in StoreConformance.quotaChecks {
            try await check.run { InMemoryStore() }
        }
    }

    /// A store that breaks a rule is found out.
    func testTheChecksSeeABrokenStore() async throws {
        var failed = 0
        for check in StoreConformance.checks {
            do { try await check.run { ForgetfulStore() } } catch { failed += 1 }
        }
        XCTAssertGreaterThan(failed, StoreConformance.checks.count / 2)

        failed = 0
        for check in StoreConformance.receiptChecks {
            do { try await check.run { ForgetfulStore() } } catch { failed += 1 }
        }
        XCTAssertGreaterThan(failed, StoreConformance.receiptChecks.count / 2)
        for check in StoreConformance.quotaChecks {
            do {
                try await check.run { ForgetfulStore() }
                XCTFail("\(check.name) accepts a store that forgets")
            } catch {
                XCTAssertTrue(error is StoreConformance.Violation)
            }
        }
    }

    /// Quotas of a hundred thousand accounts, whose tokens come back, leave nothing behind.
    func testQuotasStayBounded() async throws {
        let store = InMemoryStore()
        let limit = try NewKeyLimit(burst: 2, refillInterval: .seconds(100))
        var now = Date(timeIntervalSince1970: 1_790_000_000)
        var largest = 0
        for number in 0..<20_000 {
            // 10 a second, each full again after 100 seconds: 1,000 are live at a time.
            if number % 10 == 0 { now.addTimeInterval(1) }
            let isTaken = try await store.takeNewKeyToken(of: "account \(number)", by: limit, at: now)
            XCTAssertTrue(isTaken)
            largest = max(largest, await store.bucketCount)
        }
        XCTAssertLessThanOrEqual(largest, 2 * 1000 + 1024)
        let purged = try await store.purgeNewKeyQuotas(before: now.addingTimeInterval(101))
        XCTAssertGreaterThan(purged, 0)
        let left = await store.bucketCount
        XCTAssertEqual(left, 0)
    }

    /// A million issued challenges, and a hundred thousand that were used and have expired, leave nothing behind.
    func testMemoryStaysBounded() async throws {
        let clock = TestClock()
        let store = InMemoryStore(clock: { clock.now })
        let issuer = try ChallengeIssuer(clock: { clock.now })
        func residentMemory() throws -> Int {
            let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
            return try XCTUnwrap(Int(pages)) * 4096
        }
        for _ in 0..<10_000 { _ = try issuer.issue(for: .assertion, boundTo: .session("session")) }
        let before = try residentMemory()
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in
            for _ in 0..<1000 { _ = try? issuer.issue(for: .assertion, boundTo: .session("session")) }
        }
        var largest = 0
        for number in 0..<100_000 {
            // 100 a second, each remembered for 6 minutes: 36,000 are live at a time.
            if number % 100 == 0 { clock.advance(by: 1) }
            let id = ChallengeID(bytes: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) })
            let isFresh = await store.spend(id, until: clock.now.addingTimeInterval(360))
            XCTAssertTrue(isFresh)
            largest = max(largest, await store.spentCount)
        }
        XCTAssertLessThanOrEqual(largest, 2 * 36_000 + 1024)
        clock.advance(by: 361)
        _ = await store.purge(before: clock.now)
        let left = await store.spentCount
        XCTAssertEqual(left, 0)
        let growth = try residentMemory() - before
        print("resident memory grew by \(growth / 1024) KiB")
        XCTAssertLessThan(growth, 32 << 20)
    }
}

/// Remembers no challenge, no counter, no reservation, no metric and no token.
private final class ForgetfulStore: AttestStore, ReceiptStore, NewKeyQuotaStore {
    private let inner = InMemoryStore()

    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool { true }
    func purge(before time: Date) async throws -> Int { 0 }
    func register(_ record: KeyRecord) async throws -> Bool {
        _ = await inner.remove(record.keyID, of: record.account)
        return await inner.register(record)
    }
    func record(_ keyID: KeyID) async throws -> KeyRecord? { await inner.record(keyID) }
    func records(of account: String) async throws -> [KeyRecord] { await inner.records(of: account) }
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        await inner.record(keyID)
    }
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool { true }
    func remove(_ keyID: KeyID, of account: String) async throws -> Bool { await inner.remove(keyID, of: account) }
    func removeAll(of account: String) async throws -> Int { await inner.removeAll(of: account) }
    func claimReceipts(dueAt time: Date, reservedUntil lease: Date, limit: Int) async throws -> [KeyRecord] {
        await inner.claimReceipts(dueAt: time, reservedUntil: time, limit: limit)
    }
    func replaceReceipt(
        _ keyID: KeyID, with receipt: [UInt8], times: ReceiptTimes, nextDue: Date?, sample: RiskSample?
    ) async throws -> Bool {
        await inner.replaceReceipt(keyID, with: receipt, times: times, nextDue: nextDue, sample: nil)
    }
    func postponeReceipt(_ keyID: KeyID, until time: Date?) async throws -> Bool { true }
    func riskHistory(of keyID: KeyID) async throws -> [RiskSample] { await inner.riskHistory(of: keyID) }
    func takeRefreshToken(by rate: RefreshRate, at time: Date) async throws -> Bool { true }
    func takeNewKeyToken(of account: String, by limit: NewKeyLimit, at time: Date) async throws -> Bool { true }
    func purgeNewKeyQuotas(before time: Date) async throws -> Int { 0 }
}
