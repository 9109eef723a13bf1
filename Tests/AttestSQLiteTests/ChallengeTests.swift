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
        let rest = try Database.other(path, patience: 0).integer("SELECT count(*) FROM spent_challenges")
        XCTAssertEqual(rest, 10_001)
    }

    func testPurgeUsesTheIndex() throws {
        _ = try SQLiteStore(path: path)
        let database = try Database.other(path, patience: 1000)
        let plan = try Statement("EXPLAIN QUERY PLAN \(Statements.purgeSQL)", in: database)
            .all([]) { row throws(SQLiteError) in try row.text(3) }
        XCTAssertTrue(
            plan.contains { $0.contains("USING COVERING INDEX spent_challenges_by_expiry (expiry<?)") }, "\(plan)")
    }

    func testUnusableTimesFail() async throws {
        let store = try SQLiteStore(path: path)
        let noNumber = Date(timeIntervalSinceReferenceDate: .nan)
        await assertFails(ResultCode.constraint) { _ = try await store.spend(ChallengeID(1), until: noNumber) }
        for (number, (time, expected)) in [
            (Double.infinity, true), (.greatestFiniteMagnitude, true), (-.infinity, false),
        ].enumerated() {
            let fresh = try await store.spend(ChallengeID(number), until: Date(timeIntervalSinceReferenceDate: time))
            XCTAssertEqual(fresh, expected)
        }
        await assertFails(ResultCode.constraint, containing: "no number") {
            _ = try await store.purge(before: noNumber)
        }
        for time in [Double.infinity, .greatestFiniteMagnitude, -.infinity] {
            let count = try await store.purge(before: Date(timeIntervalSinceReferenceDate: time))
            XCTAssertEqual(count, 0)
        }
        // Nothing that is kept for good has moved the mark, and all of it is still known.
        for number in 0..<2 {
            let again = try await store.spend(ChallengeID(number), until: .distantFuture)
            XCTAssertFalse(again)
        }
        let fresh = try await store.spend(ChallengeID(9), until: expiry)
        XCTAssertTrue(fresh)
    }

    /// A clock that is ahead while the file is purged, and is then set right, makes no used challenge fresh.
    func testThePurgeLeavesAMark() async throws {
        var store = try SQLiteStore(path: path)
        let expiry = expiry
        func assertSpends(_ number: Int, after seconds: Double, _ expected: Bool, line: UInt = #line) async throws {
            let fresh = try await store.spend(ChallengeID(number), until: expiry + seconds)
            XCTAssertEqual(fresh, expected, "challenge \(number)", line: line)
        }
        for number in 1...10 { try await assertSpends(number, after: Double(number), true) }
        var count = try await store.purge(before: expiry + 5)
        XCTAssertEqual(count, 4)
        count = try await store.purge(before: expiry + 5)
        XCTAssertEqual(count, 0)
        // The mark is what was deleted, not the time of the purge: what expires at once after it is fresh.
        try await assertSpends(1, after: 1, false)
        try await assertSpends(11, after: 4, false)
        try await assertSpends(12, after: 4.001, true)
        count = try await store.purge(before: expiry + 3600)
        XCTAssertEqual(count, 7)
        // Also after a restart, and in another store on the file.
        await store.close()
        store = try SQLiteStore(path: path)
        for number in 1...10 { try await assertSpends(number, after: Double(number), false) }
        try await assertSpends(13, after: 11, true)
        // A purge of the past leaves the mark where it is.
        count = try await store.purge(before: .distantPast)
        XCTAssertEqual(count, 0)
        try await assertSpends(10, after: 10, false)
    }

    /// The mark is kept by the tables: also what a program of the version before deletes and inserts is held to it.
    func testTheTablesKeepTheMark() async throws {
        let store = try SQLiteStore(path: path)
        for number in 0..<5 {
            _ = try await store.spend(ChallengeID(number), until: expiry + Double(number))
        }
        let seconds = expiry.timeIntervalSinceReferenceDate
        try tamper("DELETE FROM spent_challenges WHERE expiry <= \(seconds + 3)")
        try tamper(
            "INSERT INTO spent_challenges VALUES (x'01', \(seconds + 3)) ON CONFLICT (id) DO NOTHING")
        let count = try Database.other(path, patience: 1000).integer("SELECT count(*) FROM spent_challenges")
        XCTAssertEqual(count, 1)
        let fresh = try await store.spend(ChallengeID(9), until: expiry + 3)
        XCTAssertFalse(fresh)
        // Without its row nothing is known, so nothing is accepted.
        try tamper("DELETE FROM spent_challenges_mark")
        let unknown = try await store.spend(ChallengeID(10), until: expiry + 1000)
        XCTAssertFalse(unknown)
    }
}
