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
    }

    /// A store that breaks a rule is found out.
    func testTheChecksSeeABrokenStore() async throws {
        var failed = 0
        for check in StoreConformance.checks {
            do { try await check.run { ForgetfulStore() } } catch { failed += 1 }
        }
        XCTAssertGreaterThan(failed, StoreConformance.checks.count / 2)
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
        for _ in 0..<10_000 { _ = try issuer.issue(for: .assertion, boundTo: "session") }
        let before = try residentMemory()
        DispatchQueue.concurrentPerform(iterations: 1000) { _ in
            for _ in 0..<1000 { _ = try? issuer.issue(for: .assertion, boundTo: "session") }
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

/// Remembers no challenge and no counter.
private final class ForgetfulStore: AttestStore {
    private let inner = InMemoryStore()

    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool { true }
    func purge(before time: Date) async throws -> Int { 0 }
    func register(_ record: KeyRecord) async throws -> Bool {
        _ = await inner.remove(record.keyID)
        return await inner.register(record)
    }
    func record(_ keyID: KeyID) async throws -> KeyRecord? { await inner.record(keyID) }
    func records(of account: String) async throws -> [KeyRecord] { await inner.records(of: account) }
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        await inner.record(keyID)
    }
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool { true }
    func remove(_ keyID: KeyID) async throws -> Bool { await inner.remove(keyID) }
    func removeAll(of account: String) async throws -> Int { await inner.removeAll(of: account) }
}
