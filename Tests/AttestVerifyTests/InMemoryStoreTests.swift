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

    /// Stores without a mark, and with the time of the last purge as the mark, fail the checks of it.
    func testTheChecksSeeAWrongMark() async throws {
        for (mark, expected) in [
            (WrongMarkStore.Mark.none, "a challenge that was purged too early stays refused"),
            (.purgeTime, "a purge far in the future refuses no challenge that expires after the deleted ones"),
        ] {
            var failed: [String] = []
            for check in StoreConformance.checks {
                do { try await check.run { WrongMarkStore(mark) } } catch is StoreConformance.Violation {
                    failed.append(check.name)
                }
            }
            XCTAssertTrue(failed.contains(expected), "\(mark): \(failed)")
        }
    }

    /// A clock that is ahead while the store is purged, and is then set right, makes no used challenge fresh.
    func testThePurgeLeavesAMark() async throws {
        let store = InMemoryStore()
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        for number in 1...10 { await assertSpends(store, number, until: now + Double(number), true) }
        var count = await store.purge(before: now + 5)
        XCTAssertEqual(count, 4)
        count = await store.purge(before: now + 5)
        XCTAssertEqual(count, 0)
        // The mark is what was deleted, not the time of the purge: what expires at once after it is fresh.
        await assertSpends(store, 1, until: now + 1, false)
        await assertSpends(store, 11, until: now + 4, false)
        await assertSpends(store, 12, until: (now + 4).addingTimeInterval(0.001), true)
        count = await store.purge(before: now + 3600)
        XCTAssertEqual(count, 7)
        for number in 1...10 { await assertSpends(store, number, until: now + Double(number), false) }
        await assertSpends(store, 13, until: now + 11, true)
        // A purge that deletes nothing, and one of the past, leave the mark where it is.
        _ = await store.purge(before: now - 3600)
        await assertSpends(store, 10, until: now + 10, false)
    }

    /// The store that purges by itself leaves the mark as well.
    func testThePurgeByItselfLeavesAMark() async throws {
        let clock = TestClock()
        let store = InMemoryStore(clock: { clock.now })
        let expiry = clock.now + 300
        for number in 0..<1024 { await assertSpends(store, number, until: expiry, true) }
        clock.advance(by: 3600)
        await assertSpends(store, 5000, until: clock.now + 300, true)
        let count = await store.spentCount
        XCTAssertEqual(count, 1, "the store has not purged itself")
        clock.advance(by: -3600)
        for number in 0..<1024 { await assertSpends(store, number, until: expiry, false) }
        await assertSpends(store, 5001, until: expiry + 1, true)
    }

    func testUnusableTimesDoNotSpoilTheMark() async throws {
        let store = InMemoryStore()
        let now = Date(timeIntervalSince1970: 1_790_000_000)
        func time(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        await assertSpends(store, 1, until: time(.nan), false)
        await assertSpends(store, 2, until: time(.infinity), true)
        await assertSpends(store, 3, until: time(.greatestFiniteMagnitude), true)
        await assertSpends(store, 4, until: .distantFuture, true)
        await assertSpends(store, 5, until: time(-.infinity), false)
        await assertSpends(store, 6, until: time(-.greatestFiniteMagnitude), true)
        for (purge, expected) in [(Double.nan, 0), (-.infinity, 0), (.infinity, 1), (.greatestFiniteMagnitude, 0)] {
            let count = await store.purge(before: time(purge))
            XCTAssertEqual(count, expected, "\(purge)")
        }
        // Nothing that is kept for good has moved the mark, and all of it is still known.
        await assertSpends(store, 7, until: now, true)
        await assertSpends(store, 2, until: time(.infinity), false)
        await assertSpends(store, 3, until: time(.greatestFiniteMagnitude), false)
        await assertSpends(store, 4, until: .distantFuture, false)
    }

    private func assertSpends(
        _ store: InMemoryStore, _ number: Int, until expiry: Date, _ expected: Bool, line: UInt = #line
    ) async {
        let id = ChallengeID(bytes: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 4 * 8)) })
        let isFresh = await store.spend(id, until: expiry)
        XCTAssertEqual(isFresh, expected, "challenge \(number)", line: line)
    }

    /// The index by account follows every change of the keys.
    func testAccounts() async throws {
        let store = InMemoryStore()
        // Two of these are equal as Swift compares texts.
        let accounts = ["alice", "e\u{301}", "\u{e9}", ""]
        var expected: [[UInt8]: [KeyRecord]] = [:]
        for number in 0..<40 {
            let record = try KeyRecord.numbered(number, account: accounts[number % 4])
            let isNew = await store.register(record)
            XCTAssertTrue(isNew)
            let isNewAgain = await store.register(try .numbered(number, account: "mallory"))
            XCTAssertFalse(isNewAgain)
            expected[Array(record.account.utf8), default: []].append(record)
        }
        func assertAccounts(line: UInt = #line) async {
            for account in accounts + ["mallory"] {
                let records = await store.records(of: account)
                XCTAssertEqual(records, expected[Array(account.utf8)] ?? [], account, line: line)
            }
        }
        await assertAccounts()
        let removed = await store.removeAll(of: "e\u{301}")
        XCTAssertEqual(removed, 10)
        let removedAgain = await store.removeAll(of: "e\u{301}")
        XCTAssertEqual(removedAgain, 0)
        expected[Array("e\u{301}".utf8)] = nil
        await assertAccounts()
        // A removed key that comes back in another account is in that one only.
        let moved = try XCTUnwrap(expected[Array("alice".utf8)]?.removeFirst())
        _ = await store.remove(moved.keyID, of: "alice")
        await assertAccounts()
        let again = try KeyRecord.numbered(0, account: "mallory")
        _ = await store.register(again)
        expected[Array("mallory".utf8)] = [again]
        await assertAccounts()
        let advanced = try await store.advance(again.keyID, to: 1, by: .strict, at: again.created)
        expected[Array("mallory".utf8)] = [try XCTUnwrap(advanced)]
        await assertAccounts()
    }

    func testHealth() async {
        let health = await InMemoryStore().health()
        XCTAssertEqual(health, StoreHealth(isReachable: true, isWritable: true, isDurable: false))
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
        try XCTSkipUnless(
            ProcessInfo.processInfo.environment["ATTEST_EXHAUSTIVE"] != nil, "it takes long: set ATTEST_EXHAUSTIVE")
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

extension KeyRecord {
    /// A record that differs by its number.
    fileprivate static func numbered(_ number: Int, account: String) throws -> KeyRecord {
        let bytes = (0..<64).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) }
        let publicKey = try P256PublicKey(x963: [4] + bytes)
        return KeyRecord(
            keyID: try publicKey.keyID(), publicKey: publicKey, account: account,
            appID: try AppID("A1B2C3D4E5.com.example.app"), environment: .production, receipt: nil,
            launchCategory: nil, bundleVersion: nil, counter: .initial,
            created: Date(timeIntervalSince1970: 1_790_000_000 + Double(number)), lastUsed: nil)
    }
}

/// Purges without a mark, or takes the time of the purge for it.
private actor WrongMarkStore: AttestStore {
    enum Mark { case none, purgeTime }

    private let inner = InMemoryStore()
    private let kind: Mark
    private var spent: [ChallengeID: Date] = [:]
    private var mark = Date.distantPast

    init(_ kind: Mark) { self.kind = kind }

    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool {
        expiry > mark && spent.updateValue(expiry, forKey: challenge) == nil
    }
    func purge(before time: Date) async throws -> Int {
        if kind == .purgeTime { mark = time }
        let count = spent.count
        spent = spent.filter { $0.value >= time }
        return count - spent.count
    }
    func register(_ record: KeyRecord) async throws -> Bool { await inner.register(record) }
    func record(_ keyID: KeyID) async throws -> KeyRecord? { await inner.record(keyID) }
    func records(of account: String) async throws -> [KeyRecord] { await inner.records(of: account) }
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        try await inner.advance(keyID, to: counter, by: rule, at: time)
    }
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool {
        await inner.updateReceipt(keyID, to: receipt)
    }
    func remove(_ keyID: KeyID, of account: String) async throws -> Bool { await inner.remove(keyID, of: account) }
    func removeAll(of account: String) async throws -> Int { await inner.removeAll(of: account) }
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
