import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

final class MigrationTests: StoreTestCase {
    func testWithoutTables() async throws {
        let store = try await makeStore(migrated: false)
        await assertFails(containing: "the tables are missing: has migrate() been run?") {
            _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        }
        try await store.migrate()
        try await store.migrate()
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    func testManyInstancesMigrateAtOnce() async throws {
        var stores: [PostgresStore] = []
        for _ in 0..<20 { stores.append(try await makeStore(pool: 2, migrated: false)) }
        try await withThrowingTaskGroup { group in
            for store in stores {
                group.addTask {
                    try await store.migrate()
                    return try await store.spend(ChallengeID(1), until: .distantFuture)
                }
            }
            let wins = try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            XCTAssertEqual(wins, 1)
        }
        let versions = try await sql("SELECT version FROM attest.migrations ORDER BY version")
        XCTAssertEqual(versions, [["1"], ["2"], ["3"]])
    }

    func testDeploymentMigratesByItself() async throws {
        for migration in PostgresStore.migrations { try await sql("BEGIN; \(migration) COMMIT;") }
        let versions = try await sql("SELECT version FROM attest.migrations ORDER BY version")
        XCTAssertEqual(versions, (1...PostgresStore.migrations.count).map { ["\($0)"] })
        let store = try await makeStore()
        let added = try await store.register(.sample())
        XCTAssertTrue(added)
        // A second time it fails, and leaves everything as it is.
        await assertFails("42P07") { try await sql("BEGIN; \(PostgresStore.migrations[0]) COMMIT;") }
    }

    func testNewerTables() async throws {
        let store = try await makeStore()
        _ = try await store.record(.random())
        try await sql("INSERT INTO attest.migrations (version) VALUES (7)")
        await assertFails(containing: "version 7") { try await store.migrate() }
        let late = try await makeStore(migrated: false)
        await assertFails(containing: "version 7 of the tables, and this program knows up to 3") {
            _ = try await late.spend(ChallengeID(1), until: .distantFuture)
        }
        // An instance that runs already goes on.
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    func testOlderTables() async throws {
        for migration in PostgresStore.migrations.dropLast() { try await sql("BEGIN; \(migration) COMMIT;") }
        let store = try await makeStore(migrated: false)
        await assertFails(containing: "version 2 of the tables, and this program needs 3: has migrate() been run?") {
            _ = try await store.record(.random())
        }
        // The same store looks again when it is called again.
        try await sql("BEGIN; \(PostgresStore.migrations[2]) COMMIT;")
        let record = try await store.record(.random())
        XCTAssertNil(record)
    }

    /// Somebody reads a table for long. The migration waits for it, and nobody waits for the migration.
    func testLongReader() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        let reader = try await makeStore(pool: 1, statementTimeout: .seconds(60), migrated: false)
        try await reader.pool.hold("SELECT FROM attest.keys")
        let fourth = """
            ALTER TABLE attest.keys ADD COLUMN extra text;
            INSERT INTO attest.migrations (version) VALUES (4);
            """
        let migration = Task { try await store.pool.migrate(by: Schema.migrations + [fourth]) }
        try await waitForLockWaiters()
        // Behind the one that waits for the table, and so for two seconds at most, where the limit is five.
        let found = try await store.record(record.keyID)
        XCTAssertEqual(found, record)
        // It comes again.
        try await waitForLockWaiters()
        await reader.close()
        try await migration.value
        let versions = try await sql("SELECT max(version) FROM attest.migrations")
        XCTAssertEqual(versions, [["4"]])
    }

    /// Cancelling the task, or closing the store, ends a migration that waits for a table or for another instance.
    func testStoppedWhileWaiting() async throws {
        _ = try await makeStore()
        let fourth = "ALTER TABLE attest.keys ADD COLUMN extra text;"
        let locks = ["SELECT FROM attest.keys", "SELECT pg_advisory_xact_lock(\(Schema.lock))"]
        for (lock, isClosing) in locks.flatMap({ [($0, false), ($0, true)] }) {
            let holder = try await makeStore(pool: 1, statementTimeout: .seconds(60), migrated: false)
            try await holder.pool.hold(lock)
            let store = try await makeStore(statementTimeout: .seconds(1), migrated: false)
            let failure = Locked<(any Error)?>(nil)
            let migration = Task {
                do {
                    try await store.pool.migrate(by: Schema.migrations + [fourth])
                } catch {
                    failure.withLock { $0 = error }
                }
            }
            try await waitForLockWaiters()
            let closing = isClosing ? Task { await store.close() } : nil
            if !isClosing { migration.cancel() }
            for _ in 0..<3000 where failure.withLock({ $0 }) == nil { try await Task.sleep(for: .milliseconds(10)) }
            let error = failure.withLock { $0 }
            if isClosing {
                XCTAssertEqual(error as? PostgresError, .closed, lock)
            } else {
                XCTAssertTrue(error is CancellationError, "\(lock): \(String(describing: error))")
            }
            await holder.close()
            await migration.value
            await closing?.value
        }
    }

    /// Another instance migrates for longer than one wait for it takes.
    func testLongMigrationOfAnotherInstance() async throws {
        let store = try await makeStore(migrated: false)
        let other = try await makeStore(pool: 1, statementTimeout: .seconds(60), migrated: false)
        try await other.pool.hold("SELECT pg_advisory_xact_lock(\(Schema.lock))")
        let migration = Task { try await store.migrate() }
        try await waitForLockWaiters()
        try await Task.sleep(for: Limits.migrationLock * 2.5)
        try await waitForLockWaiters()
        await other.close()
        try await migration.value
    }

    func testLaterMigrations() async throws {
        let store = try await makeStore()
        let fourth = """
            ALTER TABLE attest.keys ADD COLUMN extra text;
            INSERT INTO attest.migrations (version) VALUES (4);
            """
        // A statement is prepared on each connection before the tables change.
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        try await store.pool.migrate(by: Schema.migrations + [fourth])
        let kept = try await store.record(record.keyID)
        XCTAssertEqual(kept, record)
        let versions = try await sql("SELECT count(*) FROM attest.migrations")
        XCTAssertEqual(versions, [["4"]])
    }

    func testFailedMigrationLeavesNothing() async throws {
        let store = try await makeStore(migrated: false)
        let migrations = Schema.migrations + ["CREATE TABLE attest.more (); SELECT 1/0;"]
        await assertFails("22012") { try await store.pool.migrate(by: migrations) }
        let schemas = try await sql("SELECT count(*) FROM pg_namespace WHERE nspname = 'attest'")
        XCTAssertEqual(schemas, [["0"]])
        try await store.migrate()
    }

    func testTablesOfAnotherApplication() async throws {
        try await sql("CREATE SCHEMA attest; CREATE TABLE attest.keys (id int)")
        let store = try await makeStore(migrated: false)
        await assertFails("42P07") { try await store.migrate() }
        let columns = try await sql(
            "SELECT count(*) FROM pg_attribute WHERE attrelid = 'attest.keys'::regclass AND attnum > 0")
        XCTAssertEqual(columns, [["1"]])
    }

    /// A service whose user may only read and write the rows.
    func testLeastPrivileges() async throws {
        try cluster.requireOwn()
        _ = try await makeStore()
        let role = "service_" + UUID().uuidString.lowercased().prefix(8)
        try await sql(
            """
            CREATE ROLE \(role) LOGIN;
            GRANT USAGE ON SCHEMA attest TO \(role);
            GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA attest TO \(role);
            """)
        let store = try PostgresStore(connection: connection + " user=\(role)")
        try await store.migrate()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        _ = try await store.advance(record.keyID, to: 1, by: .strict, at: .rounded)
        _ = try await store.spend(ChallengeID(1), until: .distantPast, loading: record.keyID)
        _ = try await store.purge(before: Date())
        try await settleMark()
        let purged = try await store.purge(before: Date())
        XCTAssertEqual(purged, 1)
        let times = ReceiptTimes(notBefore: .rounded, expiration: nil)
        let claimed = try await store.claimReceipts(dueAt: .rounded, reservedUntil: .distantFuture, limit: 1)
        XCTAssertEqual(claimed.count, 1)
        for metric: UInt32 in 1...2 {
            let isReplaced = try await store.replaceReceipt(
                record.keyID, with: [1], times: times, nextDue: nil,
                sample: RiskSample(time: Date(microseconds: Int64(metric)), metric: metric))
            XCTAssertTrue(isReplaced)
        }
        let history = try await store.riskHistory(of: record.keyID)
        XCTAssertEqual(history.count, 2)
        let isTaken = try await store.takeNewKeyToken(of: "alice", by: .standard, at: .distantPast)
        XCTAssertTrue(isTaken)
        let forgotten = try await store.purgeNewKeyQuotas(before: .rounded)
        XCTAssertEqual(forgotten, 1)
        let removed = try await store.remove(record.keyID, of: record.account)
        XCTAssertTrue(removed)
        await store.close()
        try await sql("DROP OWNED BY \(role); DROP ROLE \(role)")
    }

    /// Every statement finds its rows by an index, also the one that purges.
    func testPlans() async throws {
        _ = try await makeStore()
        try await sql(
            """
            INSERT INTO attest.spent_challenges
            SELECT gen_random_uuid(), now() + n * interval '1 second' FROM generate_series(-100, 50000) n;
            ANALYZE attest.spent_challenges
            """)
        // As it is, without the sessions' settings.
        let types: [Statement: String] = [
            .purge: "(now(), 5000)", .mark: "(now())", .confirmMark: "",
            .spend: "('00000000-0000-0000-0000-000000000000', now())", .record: #"('\x00')"#,
            .recordsOfAccount: #"('\x00')"#, .remove: #"('\x00', '\x00')"#,
            .removeAccount: #"('\x00')"#, .purgeQuotas: "(1, 5000)", .claimReceipts: "(now(), now(), 10)",
            .replaceReceipt: #"('\x00', '', now(), NULL, NULL, now(), 1, 100)"#, .postponeReceipt: #"('\x00', NULL)"#,
            .samples: #"('\x00', 100)"#, .takeToken: #"('\x00', 1, 2, 3, 4)"#, .advance: #"('\x00', 1, 0, 1, now())"#,
            .updateReceipt: #"('\x00', '\x00')"#,
            .spendAndLoad: #"('00000000-0000-0000-0000-000000000000', now(), '\x00')"#,
        ]
        for (statement, values) in types {
            let settings = [.purge, .mark].contains(statement) ? "SET enable_seqscan = on;" : ""
            let plan = try await sql(
                "\(Statement.preparation) \(settings) EXPLAIN (COSTS OFF) EXECUTE \"\(statement.name)\" \(values)")
            let text = plan.joined().joined(separator: "\n")
            // The table of the mark has one row.
            XCTAssertFalse(text.replacing("Seq Scan on purge_mark", with: "").contains("Seq Scan"), text)
            if [.purge, .mark].contains(statement) {
                XCTAssertTrue(text.contains("using spent_challenges_by_expiry"), text)
            }
        }
    }
}
