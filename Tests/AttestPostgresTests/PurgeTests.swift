import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// Purges, and clocks that jump.
final class PurgeTests: StoreTestCase {
    private func spend(_ number: Int, _ store: PostgresStore, until expiry: Date) async throws -> Bool {
        try await store.spend(ChallengeID(number), until: expiry)
    }

    /// The clocks of service and server show an hour too much for a while: what was used then is expired, and deleted.
    func testClockThatWasAhead() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        let now = Date.rounded
        // For the server this is the past, as everything of the last hour is while its clock is ahead.
        let expiry = now.addingTimeInterval(-3000)
        var isFresh = try await spend(1, store, until: expiry)
        XCTAssertTrue(isFresh)
        _ = try await store.purge(before: now.addingTimeInterval(3600))
        // Refused from the mark on, with the row and without it.
        isFresh = try await spend(1, store, until: expiry)
        XCTAssertFalse(isFresh)
        try await settleMark()
        let count = try await store.purge(before: now.addingTimeInterval(3600))
        XCTAssertEqual(count, 1)
        let rows = try await sql("SELECT count(*) FROM attest.spent_challenges")
        XCTAssertEqual(rows, [["0"]])
        isFresh = try await spend(1, store, until: expiry)
        XCTAssertFalse(isFresh)
        let loaded = try await store.spend(ChallengeID(1), until: expiry, loading: record.keyID)
        XCTAssertFalse(loaded.isFresh)
        XCTAssertNil(loaded.record)
        // Whatever its number: nobody knows which were deleted.
        isFresh = try await spend(2, store, until: expiry)
        XCTAssertFalse(isFresh)
        isFresh = try await spend(3, store, until: expiry.addingTimeInterval(0.000_001))
        XCTAssertTrue(isFresh)
    }

    /// The service's clock alone is ahead: the server's decides what is over.
    func testServiceWhoseClockIsAhead() async throws {
        let store = try await makeStore()
        let expiry = Date.rounded.addingTimeInterval(300)
        _ = try await spend(1, store, until: expiry)
        for _ in 0..<2 {
            let count = try await store.purge(before: Date().addingTimeInterval(3600))
            XCTAssertEqual(count, 0)
            try await settleMark()
        }
        let isFresh = try await spend(2, store, until: expiry)
        XCTAssertTrue(isFresh)
        let rows = try await sql("SELECT count(*) FROM attest.spent_challenges")
        XCTAssertEqual(rows, [["2"]])
    }

    /// One purge with a time in 2030 and after, with something to delete: later challenges are accepted.
    func testPurgeOfTheFuture() async throws {
        let store = try await makeStore()
        let now = Date.rounded
        _ = try await spend(1, store, until: now.addingTimeInterval(-60))
        for time in [Date(timeIntervalSince1970: 2_000_000_000), .distantFuture] {
            _ = try await store.purge(before: time)
            try await settleMark()
        }
        let isFresh = try await spend(2, store, until: now.addingTimeInterval(-59))
        XCTAssertTrue(isFresh)
    }

    /// A statement that began before the mark does not see it, so its row must still be there.
    func testStatementOlderThanTheMark() async throws {
        let store = try await makeStore()
        let expiry = Date.rounded.addingTimeInterval(-60)
        _ = try await spend(1, store, until: expiry)
        // It stops between its view of the tables and its row, as long as the test holds a lock.
        try await sql(
            """
            CREATE FUNCTION attest.wait() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NEW; END $$;
            CREATE TRIGGER wait BEFORE INSERT ON attest.spent_challenges FOR EACH ROW EXECUTE FUNCTION attest.wait();
            """)
        let holder = try await makeStore(pool: 1, statementTimeout: .seconds(60), migrated: false)
        _ = try await holder.pool.run(script: "SELECT pg_advisory_lock(77)")
        let replay = Task { try await store.spend(ChallengeID(1), until: expiry) }
        try await waitForLockWaiters()
        for _ in 0..<3 {
            let count = try await store.purge(before: .distantFuture)
            XCTAssertEqual(count, 0)
        }
        _ = try await holder.pool.run(script: "SELECT pg_advisory_unlock(77)")
        let isFresh = try await replay.value
        XCTAssertFalse(isFresh)
    }

    /// A mark counts from when it was seen committed, for as long as the slowest instance's statements may take.
    func testGrace() async throws {
        let slow = try await makeStore(statementTimeout: .seconds(40))
        let quick = try await makeStore(statementTimeout: .milliseconds(500))
        let expiry = Date.rounded.addingTimeInterval(-60)
        _ = try await spend(1, quick, until: expiry)
        _ = try await spend(2, slow, until: expiry)
        let grace = try await sql("SELECT extract(epoch FROM grace)::int FROM attest.purge_mark")
        XCTAssertEqual(grace, [["41"]])
        _ = try await quick.purge(before: .distantFuture)
        for (age, expected) in [(20, 0), (41, 2)] {
            try await sql("UPDATE attest.purge_mark SET committed = clock_timestamp() - interval '\(age) s'")
            let count = try await quick.purge(before: .distantFuture)
            XCTAssertEqual(count, expected)
        }
    }

    /// The instance that set a mark crashed before it saw it committed, or the server's clock was in 2030 then.
    func testUnconfirmedMark() async throws {
        let store = try await makeStore()
        _ = try await spend(1, store, until: Date.rounded.addingTimeInterval(-60))
        _ = try await store.purge(before: .distantFuture)
        for committed in ["NULL", "'2199-01-01'"] {
            try await sql("UPDATE attest.purge_mark SET committed = \(committed)")
            let count = try await store.purge(before: .distantFuture)
            XCTAssertEqual(count, 0)
            let isNow = try await sql("SELECT clock_timestamp() - committed < interval '1 h' FROM attest.purge_mark")
            XCTAssertEqual(isNow, [["t"]])
        }
        try await settleMark()
        let count = try await store.purge(before: .distantFuture)
        XCTAssertEqual(count, 1)
    }

    /// A connection that was made to a standby writes after that became the primary, and purges know of it.
    func testGraceAfterAPromotion() async throws {
        _ = try await makeStore()
        try await sql("UPDATE attest.purge_mark SET grace = interval '0'")
        let standby = " target_session_attrs=any options='-c default_transaction_read_only=on'"
        let store = try makeStore(connection: connection + standby, pool: 1)
        let record = try await store.record(.random())
        XCTAssertNil(record)
        _ = try await store.pool.run(script: "SET default_transaction_read_only = off")
        let isFresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(isFresh)
        let grace = try await sql("SELECT extract(epoch FROM grace)::int FROM attest.purge_mark")
        XCTAssertEqual(grace, [["6"]])
    }

    /// Purges that come more often than the grace delete all the same: they leave the mark where it is meanwhile.
    func testFrequentPurges() async throws {
        let store = try await makeStore(statementTimeout: .seconds(60))
        let now = Date.rounded
        for number in 0..<5 {
            _ = try await spend(number, store, until: now.addingTimeInterval(Double(number) - 60))
            _ = try await store.purge(before: .distantFuture)
        }
        try await settleMark()
        let count = try await store.purge(before: .distantFuture)
        XCTAssertEqual(count, 1)
        try await settleMark()
        let rest = try await store.purge(before: .distantFuture)
        XCTAssertEqual(rest, 4)
    }

    /// Several instances purge at once; together they delete each row once, and set one mark.
    func testPurgesAtOnce() async throws {
        let stores = [try await makeStore(), try await makeStore()]
        try await sql(
            """
            INSERT INTO attest.spent_challenges
            SELECT gen_random_uuid(), timestamptz '2001-01-01' + n * interval '1 second' FROM generate_series(1, 40000) n
            """)
        let time = Date(timeIntervalSinceReferenceDate: 30_000.5)
        func purgeAtOnce() async throws -> [Int] {
            try await withThrowingTaskGroup { group in
                for number in 0..<4 { group.addTask { try await stores[number % 2].purge(before: time) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        var counts = try await purgeAtOnce()
        XCTAssertEqual(counts, [0, 0, 0, 0])
        let mark = try await sql("SELECT expiry = timestamptz '2001-01-01' + interval '30000 s' FROM attest.purge_mark")
        XCTAssertEqual(mark, [["t"]])
        try await settleMark()
        counts = try await purgeAtOnce()
        XCTAssertEqual(counts.reduce(0, +), 30_000, "\(counts)")
        let rest = try await sql("SELECT count(*) FROM attest.spent_challenges")
        XCTAssertEqual(rest, [["10000"]])
    }
}
