import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// What a store says about its server and its connections.
final class HealthTests: StoreTestCase {
    func testHealthy() async throws {
        let store: any HealthReportingStore = try await makeStore()
        let health = await store.health()
        XCTAssertEqual(
            health,
            StoreHealth(
                isReachable: true, schemaVersion: PostgresStore.migrations.count, isWritable: true, isDurable: true,
                notes: ["synchronous_commit: on"]))
    }

    func testWithoutTables() async throws {
        let store = try await makeStore(migrated: false)
        let health = await store.health()
        XCTAssertTrue(health.isReachable)
        XCTAssertNil(health.schemaVersion)
        XCTAssertTrue(health.notes.joined().contains("the tables have version 0"), "\(health)")
    }

    func testUnreachable() async throws {
        let store = try makeStore(connection: "host=/nonexistent/hunter2 user=x")
        let health = await store.health()
        XCTAssertFalse(health.isReachable)
        XCTAssertEqual([health.isWritable, health.isDurable], [nil, nil])
        XCTAssertEqual(health.notes, ["cannot connect to the server: no such socket or file (ENOENT)"])
        await store.close()
        let closed = await store.health()
        XCTAssertEqual(closed, StoreHealth(isReachable: false, notes: ["the store is closed"]))
    }

    /// A server that is read-only is told from one that is away, whether or not the connection is made.
    func testReadOnly() async throws {
        let store = try await makeStore()
        try await sql("ALTER DATABASE \(database) SET default_transaction_read_only = on")
        await store.close()
        let refusing = try makeStore(connection: connection)
        var health = await refusing.health()
        XCTAssertTrue(health.isReachable, "\(health)")
        XCTAssertEqual(health.isWritable, false)
        let reading = try makeStore(connection: connection + " target_session_attrs=any")
        health = await reading.health()
        XCTAssertTrue(health.isReachable)
        XCTAssertEqual(health.isWritable, false)
        XCTAssertEqual(health.schemaVersion, PostgresStore.migrations.count)
        XCTAssertTrue(health.notes.contains("the session is read-only"), "\(health)")
        // And can still be read.
        let record = try await reading.record(.random())
        XCTAssertNil(record)
        await assertFails("25006") { _ = try await reading.spend(ChallengeID(1), until: .distantFuture) }
    }

    /// All connections are in use: the server is not known to be away, and the answer comes all the same.
    func testBusyPool() async throws {
        let store = try await makeStore(pool: 1, statementTimeout: .seconds(60))
        try await store.pool.occupy()
        // Which waits ahead, and longer.
        let call = Task { try await store.record(.random()) }
        while await store.poolStatistics().waiting == 0 { try await Task.sleep(for: .milliseconds(10)) }
        let start = ContinuousClock.now
        let health = await store.health()
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(30))
        XCTAssertEqual(health, StoreHealth(isReachable: true, notes: ["no connection was free in time"]))
        await store.pool.vacate()
        _ = try await call.value
    }

    /// A server that refuses did answer.
    func testRefusals() async throws {
        try cluster.requireOwn()
        _ = try await makeStore()
        let role = "refused_" + UUID().uuidString.lowercased().prefix(8)
        try await sql("CREATE ROLE \(role) LOGIN CONNECTION LIMIT 0")
        let store = try makeStore(connection: connection + " user=\(role)")
        var health = await store.health()
        XCTAssertTrue(health.isReachable, "\(health)")
        XCTAssertNil(health.isWritable)
        XCTAssertTrue(health.notes.joined().contains("53300"), "\(health)")
        try await sql("ALTER ROLE \(role) CONNECTION LIMIT 9; REVOKE CONNECT ON DATABASE \(database) FROM PUBLIC")
        health = await store.health()
        XCTAssertTrue(health.isReachable, "\(health)")
        XCTAssertTrue(health.notes.joined().contains("42501"), "\(health)")
        try await sql("DROP ROLE \(role)")
    }

    /// `fsync` is off on the server; what the session sets itself is never off.
    func testNotDurable() async throws {
        try cluster.requireOwn()
        let store = try await makeStore()
        try await sql("ALTER DATABASE \(database) SET synchronous_commit = off")
        try await sql("ALTER SYSTEM SET fsync = off")
        try await sql("SELECT pg_reload_conf()")
        func wait(for isDurable: Bool) async throws -> StoreHealth {
            var health = await store.health()
            for _ in 0..<500 where health.isDurable != isDurable {
                try await Task.sleep(for: .milliseconds(10))
                health = await store.health()
            }
            XCTAssertEqual(health.isDurable, isDurable)
            return health
        }
        let health = try await wait(for: false)
        XCTAssertTrue(health.notes.contains("fsync is off"), "\(health)")
        try await sql("ALTER SYSTEM RESET fsync")
        try await sql("SELECT pg_reload_conf()")
        _ = try await wait(for: true)
        let other = try await makeStore()
        let own = await other.health()
        XCTAssertEqual(own.notes, ["synchronous_commit: on"])
    }

    /// A write that failed on a full disk is remembered until one succeeds.
    func testFullDisk() async throws {
        let store = try await makeStore()
        _ = try await store.spend(ChallengeID(2), until: .distantFuture)
        try await sql(
            """
            CREATE FUNCTION attest.full() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE SQLSTATE '53100'; END $$;
            CREATE TRIGGER full_disk BEFORE INSERT ON attest.spent_challenges
                FOR EACH ROW EXECUTE FUNCTION attest.full();
            """)
        await assertFails("53100") { _ = try await store.spend(ChallengeID(1), until: .distantFuture) }
        _ = try await store.record(.random())
        var health = await store.health()
        XCTAssertEqual(health.isWritable, false)
        try await sql("DROP TRIGGER full_disk ON attest.spent_challenges")
        // These succeed, and write nothing.
        _ = try await store.spend(ChallengeID(2), until: .distantFuture)
        _ = try await store.spend(ChallengeID(2), until: .distantFuture, loading: .random())
        _ = try await store.purge(before: .rounded)
        health = await store.health()
        XCTAssertEqual(health.isWritable, false)
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        health = await store.health()
        XCTAssertEqual(health.isWritable, true)
    }

    /// Connections that are lost while idle, and attempts to connect that fail.
    func testObserverAndStatistics() async throws {
        let failures = Locked<[PostgresConnectionFailure]>([])
        _ = try await makeStore()
        let store = try makeStore(connection: connection, pool: 1) { failure in failures.withLock { $0.append(failure) }
        }
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        try await terminateConnections()
        _ = try await store.spend(ChallengeID(2), until: .distantFuture)
        XCTAssertEqual(failures.withLock { $0.map(\.phase) }, [.idle])
        let statistics = await store.poolStatistics()
        XCTAssertEqual([statistics.open, statistics.idle, statistics.waiting], [1, 1, 0])
        XCTAssertEqual([statistics.waited, statistics.reconnects], [2, 1])
        XCTAssertEqual([statistics.timeouts, statistics.unknownOutcomes], [0, 0])

        let lost = try makeStore(connection: "host=/nonexistent/hunter2 user=x") { failure in
            failures.withLock { $0.append(failure) }
        }
        for _ in 0..<2 { await assertFails { _ = try await lost.record(.random()) } }
        let last = failures.withLock { $0.suffix(2) }
        XCTAssertEqual(last.map(\.phase), [.connecting, .connecting])
        XCTAssertEqual(last.map(\.attempts), [1, 2])
        XCTAssertFalse("\(last)".contains("hunter2"))
    }

    /// A file that the server misses: the routine is named, and nothing of the path.
    func testMissingFile() async throws {
        let store = try await makeStore()
        let error = await assertFails("58P01") { _ = try await store.pool.run(script: "LOAD 'hunter2'") }
        let message = try XCTUnwrap(error).message
        XCTAssertTrue(message.hasPrefix("the server misses a file: ") && !message.contains("hunter2"), message)
    }
}
