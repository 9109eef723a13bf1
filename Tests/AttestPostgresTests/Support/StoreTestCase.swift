import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// A test with a database of its own.
class StoreTestCase: XCTestCase {
    let database = "attest_test_" + UUID().uuidString.lowercased().replacing("-", with: "_")
    private var stores: [PostgresStore] = []
    private var running: Cluster?

    override func setUp() async throws {
        running = try Cluster.running()
        try await administer("CREATE DATABASE \(database)")
    }

    override func tearDown() async throws {
        guard running != nil else { return }
        for store in stores { await store.close() }
        try await administer("DROP DATABASE IF EXISTS \(database) WITH (FORCE)")
    }

    /// The server, after the set-up.
    var cluster: Cluster {
        get throws { try XCTUnwrap(running) }
    }

    /// How to reach the test's database.
    var connection: String {
        get throws { try cluster.connection(to: database) }
    }

    /// A store on the test's database, with its tables unless told otherwise.
    func makeStore(
        pool: Int = 8, statementTimeout: Duration = .seconds(5), migrated: Bool = true
    ) async throws -> PostgresStore {
        let store = try PostgresStore(connection: connection, pool: pool, statementTimeout: statementTimeout)
        stores.append(store)
        if migrated { try await store.migrate() }
        return store
    }

    /// A store that is reached in another way.
    func makeStore(
        connection: String, pool: Int = 8, statementTimeout: Duration = .seconds(5),
        observer: (@Sendable (PostgresConnectionFailure) -> Void)? = nil
    ) throws -> PostgresStore {
        let store = try PostgresStore(
            connection: connection, pool: pool, statementTimeout: statementTimeout, observer: observer)
        stores.append(store)
        return store
    }

    /// Lets the time pass that purges wait for.
    func settleMark() async throws {
        try await sql("UPDATE attest.purge_mark SET committed = committed - 2 * grace")
    }

    private func administer(_ sql: String) async throws {
        let store = try PostgresStore(connection: cluster.connection(), pool: 1, statementTimeout: .seconds(30))
        _ = try await store.pool.run(script: sql)
        await store.close()
    }

    /// Runs SQL on the test's database behind the stores' backs; the answer of the last statement, as texts.
    @discardableResult
    func sql(_ sql: String) async throws -> [[String]] {
        let store = try PostgresStore(connection: connection, pool: 1, statementTimeout: .seconds(60))
        let answer = try await store.pool.run(script: sql)
        await store.close()
        return try answer.rows.map { row in try (0..<row.count).map { row.isNull($0) ? "" : try row.text($0) } }
    }

    /// Ends all connections to the test's database.
    func terminateConnections() async throws {
        try await sql(
            """
            SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    /// Waits until statements on the test's database wait for locks.
    func waitForLockWaiters(_ count: Int = 1) async throws {
        for _ in 0..<500 {
            let waiting = try await sql(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """)
            if waiting == [["\(count)"]] { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        XCTFail("no statement waits for a lock")
    }

    /// Asserts that a closure throws an error of the store.
    @discardableResult
    func assertFails(
        _ sqlState: String? = nil, containing text: String? = nil, isOutcomeUnknown: Bool = false,
        file: StaticString = #filePath, line: UInt = #line, _ body: () async throws -> Void
    ) async -> PostgresError? {
        do {
            try await body()
            XCTFail("no error", file: file, line: line)
        } catch let error as PostgresError {
            if let sqlState { XCTAssertEqual(error.sqlState, sqlState, "\(error)", file: file, line: line) }
            if let text { XCTAssertTrue(error.message.contains(text), "\(error)", file: file, line: line) }
            XCTAssertEqual(error.isOutcomeUnknown, isOutcomeUnknown, "\(error)", file: file, line: line)
            return error
        } catch {
            XCTFail("\(error)", file: file, line: line)
        }
        return nil
    }

    /// Asserts that a closure refuses, under one code.
    func assertRefused(
        _ code: AttestError.Code, file: StaticString = #filePath, line: UInt = #line, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            XCTFail("accepted, expected \(code)", file: file, line: line)
        } catch {
            XCTAssertEqual((error as? AttestError)?.code, code, "\(error)", file: file, line: line)
        }
    }
}
