import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

final class ChallengeTests: StoreTestCase {
    private let expiry = Date(timeIntervalSince1970: 2_000_000_000.5)

    func testSpendsOnce() async throws {
        let store = try SQLiteStore(path: path)
        for number in 0..<10 {
            var fresh = try await store.spend(ChallengeID(number), until: expiry)
            XCTAssertTrue(fresh)
            fresh = try await store.spend(ChallengeID(number), until: expiry.addingTimeInterval(1))
            XCTAssertFalse(fresh)
        }
    }

    func testThousandTasksSpendOneChallenge() async throws {
        let store = try SQLiteStore(path: path)
        let (challenge, expiry) = (ChallengeID.random(), expiry)
        let wins = try await withThrowingTaskGroup { group in
            for _ in 0..<1000 {
                group.addTask { try await store.spend(challenge, until: expiry) }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        XCTAssertEqual(wins, 1)
    }

    func testSpendsAndLoads() async throws {
        let store = try SQLiteStore(path: path)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)

        var result = try await store.spend(ChallengeID(1), until: expiry, loading: record.keyID)
        XCTAssertTrue(result.isFresh)
        XCTAssertEqual(result.record, record)
        result = try await store.spend(ChallengeID(1), until: expiry, loading: record.keyID)
        XCTAssertFalse(result.isFresh)

        // Used also when the key is not registered.
        result = try await store.spend(ChallengeID(2), until: expiry, loading: .random())
        XCTAssertTrue(result.isFresh)
        XCTAssertNil(result.record)
        let fresh = try await store.spend(ChallengeID(2), until: expiry)
        XCTAssertFalse(fresh)
    }

    func testPurge() async throws {
        let store = try SQLiteStore(path: path)
        for number in 0..<10 {
            _ = try await store.spend(ChallengeID(number), until: expiry.addingTimeInterval(Double(number) / 1_000_000))
        }
        // Those that could be forgotten before the time, so not the one that can be from this very time on.
        var count = try await store.purge(before: expiry)
        XCTAssertEqual(count, 0)
        count = try await store.purge(before: expiry.addingTimeInterval(4 / 1_000_000))
        XCTAssertEqual(count, 4)
        for number in 0..<10 {
            let fresh = try await store.spend(ChallengeID(number), until: expiry.addingTimeInterval(60))
            XCTAssertEqual(fresh, number < 4)
        }
        count = try await store.purge(before: .distantFuture)
        XCTAssertEqual(count, 10)
        count = try await store.purge(before: .distantFuture)
        XCTAssertEqual(count, 0)
    }

    func testPurgeOfManyServesOthersMeanwhile() async throws {
        let store = try SQLiteStore(path: path)
        try tamper(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
            INSERT INTO spent_challenges SELECT CAST(printf('%016d', i) AS BLOB), i FROM n
            """)
        async let purged = store.purge(before: Date(timeIntervalSinceReferenceDate: 50_000.5))
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
        let count = try await purged
        XCTAssertEqual(count, 50_000)
        let rest = try Database(path: path, patience: 0).integer("SELECT count(*) FROM spent_challenges")
        XCTAssertEqual(rest, 10_001)
    }

    func testPurgeUsesTheIndex() throws {
        _ = try SQLiteStore(path: path)
        let database = try Database(path: path, patience: 1000)
        let plan = try Statement("EXPLAIN QUERY PLAN \(Statements.purgeSQL)", in: database)
            .all([]) { row throws(SQLiteError) in try row.text(3) }
        XCTAssertTrue(
            plan.contains { $0.contains("USING COVERING INDEX spent_challenges_by_expiry (expiry<?)") }, "\(plan)")
    }

    func testUnusableTimesFail() async throws {
        let store = try SQLiteStore(path: path)
        let noNumber = Date(timeIntervalSinceReferenceDate: .nan)
        await assertFails(ResultCode.constraint) { _ = try await store.spend(ChallengeID(1), until: noNumber) }
        for (number, time) in [Double.infinity, -.infinity, .greatestFiniteMagnitude].enumerated() {
            let fresh = try await store.spend(ChallengeID(number), until: Date(timeIntervalSinceReferenceDate: time))
            XCTAssertTrue(fresh)
        }
        await assertFails(ResultCode.constraint, containing: "no number") {
            _ = try await store.purge(before: noNumber)
        }
        let count = try await store.purge(before: .distantFuture)
        XCTAssertEqual(count, 1)
    }
}
