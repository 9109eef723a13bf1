import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

final class ChallengeTests: StoreTestCase {
    private let expiry = Date(timeIntervalSince1970: 2_000_000_000.5)

    func testSpendsOnce() async throws {
        let stores = [try await makeStore(), try await makeStore()]
        for number in 0..<10 {
            var fresh = try await stores[number % 2].spend(ChallengeID(number), until: expiry)
            XCTAssertTrue(fresh)
            fresh = try await stores[(number + 1) % 2].spend(ChallengeID(number), until: expiry.addingTimeInterval(1))
            XCTAssertFalse(fresh)
        }
    }

    func testSpendsAndLoads() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)

        var result = try await store.spend(ChallengeID(1), until: expiry, loading: record.keyID)
        XCTAssertTrue(result.isFresh)
        XCTAssertEqual(result.record, record)
        result = try await store.spend(ChallengeID(1), until: expiry, loading: record.keyID)
        XCTAssertFalse(result.isFresh)
        XCTAssertNil(result.record)

        // Used also when the key is not registered.
        result = try await store.spend(ChallengeID(2), until: expiry, loading: .random())
        XCTAssertTrue(result.isFresh)
        XCTAssertNil(result.record)
        let fresh = try await store.spend(ChallengeID(2), until: expiry)
        XCTAssertFalse(fresh)
    }

    /// An assertion is two statements, whatever the counter rule, and so at most two round trips.
    func testStatementsOfAnAssertion() async throws {
        let store = try await makeStore(pool: 1)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        let rules: [CounterRule] = [.strict, try .window(64), try .strict.limitingJumps(to: 100)]
        for (number, rule) in rules.enumerated() {
            let before = await store.pool.exchanges
            _ = try await store.spend(ChallengeID(number), until: expiry, loading: record.keyID)
            _ = try await store.advance(record.keyID, to: UInt32(number + 1), by: rule, at: .rounded)
            let after = await store.pool.exchanges
            XCTAssertEqual(after - before, 2)
        }
    }

    func testPurge() async throws {
        let store = try await makeStore()
        let expiry = Date.rounded.addingTimeInterval(-60)
        for number in 0..<10 {
            let expiry = expiry.addingTimeInterval(Double(number) / 1000)
            _ = try await store.spend(ChallengeID(number), until: expiry)
        }
        func purge(before time: Date) async throws -> Int {
            _ = try await store.purge(before: time)
            try await settleMark()
            return try await store.purge(before: time)
        }
        // Those that could be forgotten before the time, so not the one that can be from this very time on.
        var count = try await purge(before: expiry)
        XCTAssertEqual(count, 0)
        count = try await purge(before: expiry.addingTimeInterval(4 / 1000))
        XCTAssertEqual(count, 4)
        for number in 0..<10 {
            let fresh = try await store.spend(ChallengeID(number), until: expiry.addingTimeInterval(60))
            XCTAssertEqual(fresh, number < 4)
        }
        count = try await purge(before: .distantFuture)
        XCTAssertEqual(count, 10)
        count = try await purge(before: .distantFuture)
        XCTAssertEqual(count, 0)
    }

    func testUnusableTimesFail() async throws {
        let store = try await makeStore()
        for time in [Double.nan, .greatestFiniteMagnitude, -1e18, -1e12, 9.2233716e12] {
            let time = Date(timeIntervalSinceReferenceDate: time)
            await assertFails("22008") { _ = try await store.spend(ChallengeID(1), until: time) }
            await assertFails("22008") { _ = try await store.register(.sample(created: time)) }
        }
        await assertFails("22008") {
            _ = try await store.purge(before: Date(timeIntervalSinceReferenceDate: .nan))
        }
        for (number, time) in [Double.infinity, -.infinity].enumerated() {
            let fresh = try await store.spend(ChallengeID(number), until: Date(timeIntervalSinceReferenceDate: time))
            XCTAssertTrue(fresh)
        }
        _ = try await store.purge(before: .distantFuture)
        try await settleMark()
        let count = try await store.purge(before: .distantFuture)
        XCTAssertEqual(count, 1)
        let fresh = try await store.spend(ChallengeID(0), until: expiry)
        XCTAssertFalse(fresh)
    }

    func testTimestamps() throws {
        XCTAssertEqual(try Date(timeIntervalSince1970: 946_684_800).timestamp, 0)
        XCTAssertEqual(Date(timestamp: 0), Date(timeIntervalSince1970: 946_684_800))
        for _ in 0..<10_000 {
            // 1900 to 2100.
            let date = Date(microseconds: .random(in: -3_187_296_000_000_000...3_124_224_000_000_000))
            XCTAssertEqual(Date(timestamp: try date.timestamp), date)
        }
    }
}
