import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// Waiting, cancelling, and time limits.
final class ConnectionTests: StoreTestCase {
    /// A session that holds locks until it is closed.
    private func holder(_ script: String) async throws -> PostgresStore {
        let holder = try await makeStore(pool: 1, statementTimeout: .seconds(60), migrated: false)
        try await holder.pool.hold(script)
        return holder
    }

    private func lock(_ record: KeyRecord) async throws -> PostgresStore {
        let keyID = record.keyID.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return try await holder(#"SELECT FROM attest.keys WHERE key_id = '\x\#(keyID)' FOR UPDATE"#)
    }

    private func registered(_ store: PostgresStore) async throws -> KeyRecord {
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        return record
    }

    func testStatementTimeout() async throws {
        let store = try await makeStore(pool: 1, statementTimeout: .milliseconds(200))
        let record = try await registered(store)
        let holder = try await lock(record)
        for _ in 0..<2 {
            await assertFails("57014") { _ = try await store.advance(record.keyID, to: 1, by: .strict, at: .rounded) }
        }
        // Another key of the same connection.
        let other = try await registered(store)
        let advanced = try await store.advance(other.keyID, to: 1, by: .strict, at: .rounded)
        XCTAssertEqual(advanced?.counter.highest, 1)
        await holder.close()
        let freed = try await store.advance(record.keyID, to: 1, by: .strict, at: .rounded)
        XCTAssertEqual(freed?.counter.highest, 1)
    }

    /// The server's process is stopped in the middle, as when the network is dead: the call ends all the same.
    func testSilentServer() async throws {
        try cluster.requireOwn()
        let store = try await makeStore(pool: 1, statementTimeout: .milliseconds(300))
        let record = try await registered(store)
        let pid = try await sql(
            """
            SELECT pid FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
            """)
        let process = try XCTUnwrap(pid.first?.first.flatMap { Int32($0) })
        XCTAssertEqual(kill(process, SIGSTOP), 0)
        defer { kill(process, SIGCONT) }
        let start = ContinuousClock.now
        await assertFails(containing: "in time", isOutcomeUnknown: true) {
            _ = try await store.spend(ChallengeID(1), until: .distantFuture, loading: record.keyID)
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(5))
        // On a new connection.
        let fresh = try await store.spend(ChallengeID(2), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    /// Something listens, and never answers.
    func testConnectingTakesTooLong() async throws {
        let host = try SilentHost()
        let store = try PostgresStore(
            connection: "host=127.0.0.1 port=\(host.port) user=x",
            statementTimeout: .milliseconds(200))
        let start = ContinuousClock.now
        for number in 0..<3 {
            await assertFails(containing: "timed out") {
                _ = try await store.spend(ChallengeID(number), until: .distantFuture)
            }
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
        await store.close()
    }

    func testNoConnectionIsFree() async throws {
        let store = try await makeStore(pool: 1, statementTimeout: .seconds(1))
        try await store.pool.occupy()
        let start = ContinuousClock.now
        await assertFails(containing: "no connection was free") {
            _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
        await store.pool.vacate()
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    /// A call whose connection turns out to be lost keeps its place before those that came later.
    func testPlaceIsKept() async throws {
        let store = try await makeStore(pool: 1)
        try await store.pool.occupy()
        let order = Order()
        var calls: [Task<Void, any Error>] = []
        for number in 1...2 {
            calls.append(Task { try await store.pool.borrow { order.append(number) } })
            while await store.poolStatistics().waiting < number { try await Task.sleep(for: .milliseconds(10)) }
        }
        try await terminateConnections()
        await store.pool.vacate()
        for call in calls { try await call.value }
        XCTAssertEqual(order.values, [1, 2])
    }

    func testCancelledWhileWaitingForAConnection() async throws {
        let store = try await makeStore(pool: 1)
        let record = try await registered(store)
        let holder = try await lock(record)
        let first = Task { try await store.advance(record.keyID, to: 1, by: .strict, at: .rounded) }
        try await waitForLockWaiters()
        let second = Task { try await store.spend(ChallengeID(1), until: .distantFuture) }
        try await Task.sleep(for: .milliseconds(50))
        second.cancel()
        do {
            _ = try await second.value
            XCTFail("not cancelled")
        } catch {
            XCTAssertTrue(error is CancellationError, "\(error)")
        }
        await holder.close()
        let advanced = try await first.value
        XCTAssertEqual(advanced?.counter.highest, 1)
        // The cancelled one was not sent.
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    func testCancelledBefore() async throws {
        let store = try await makeStore()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await store.spend(ChallengeID(1), until: .distantFuture)
        }
        task.cancel()
        do {
            _ = try await task.value
            XCTFail("not cancelled")
        } catch {
            XCTAssertTrue(error is CancellationError, "\(error)")
        }
    }

    /// A statement that was sent runs to its end, and its caller gets the answer.
    func testCancelledAfterSending() async throws {
        let store = try await makeStore()
        let holder = try await holder(
            "INSERT INTO attest.spent_challenges VALUES ('01000000-0000-0000-0000-000000000000', now())")
        let id = ChallengeID(bytes: [1] + Array(repeating: 0, count: 15))
        let spend = Task { try await store.spend(id, until: .distantFuture) }
        try await waitForLockWaiters()
        spend.cancel()
        try await Task.sleep(for: .milliseconds(50))
        // Which rolls its row back.
        await holder.close()
        var fresh = try await spend.value
        XCTAssertTrue(fresh)
        fresh = try await store.spend(id, until: .distantFuture)
        XCTAssertFalse(fresh)
    }

    /// More calls wait than the pool has threads, and other tasks go on.
    func testNeverBlocksThePool() async throws {
        let threads = ProcessInfo.processInfo.activeProcessorCount
        var stores: [PostgresStore] = []
        for _ in 0..<threads + 2 { stores.append(try await makeStore(pool: 2)) }
        let record = try await registered(stores[0])
        let holder = try await lock(record)
        let done = Tally()
        try await withThrowingTaskGroup { group in
            for (number, store) in stores.enumerated() {
                for half in 1...2 {
                    group.addTask {
                        let counter = UInt32(2 * number + half)
                        _ = try? await store.advance(record.keyID, to: counter, by: .window(64), at: .rounded)
                        done.count()
                    }
                }
            }
            try await waitForLockWaiters(2 * stores.count)
            // Each of these needs a thread of the pool.
            for _ in 0..<200 {
                let value = await Task.detached { 1 }.value
                XCTAssertEqual(value, 1)
            }
            XCTAssertEqual(done.value, 0)
            await holder.close()
            try await group.waitForAll()
        }
        let kept = try await stores[0].record(record.keyID)
        XCTAssertEqual(kept?.counter.highest, UInt32(2 * stores.count))
    }

    func testClosing() async throws {
        let store = try await makeStore(pool: 2)
        let record = try await registered(store)
        let holder = try await lock(record)
        let used = Task { try await store.advance(record.keyID, to: 1, by: .strict, at: .rounded) }
        try await waitForLockWaiters()
        let closing = Task { await store.close() }
        try await Task.sleep(for: .milliseconds(50))
        await assertFails(containing: "closed") { _ = try await store.spend(ChallengeID(1), until: .distantFuture) }
        await holder.close()
        let advanced = try await used.value
        XCTAssertEqual(advanced?.counter.highest, 1)
        await closing.value
        await store.close()
        try await assertNoConnections()
    }

    /// Stores that are released leave no connection, descriptor or thread.
    func testReleasing() async throws {
        func descriptors() throws -> Int {
            #if os(Linux)
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            #else
            0
            #endif
        }
        _ = try await makeStore()
        let before = try descriptors()
        for number in 0..<20 {
            let store = try PostgresStore(connection: connection)
            _ = try await store.spend(ChallengeID(number), until: .distantFuture)
        }
        // Each store has three, and the test's own machinery may open one or two.
        for _ in 0..<200 where try descriptors() > before + 2 { try await Task.sleep(for: .milliseconds(10)) }
        XCTAssertLessThanOrEqual(try descriptors(), before + 2)
    }

    private func assertNoConnections() async throws {
        var count: [[String]] = []
        for _ in 0..<200 {
            count = try await sql(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
                """)
            if count == [["0"]] { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        XCTFail("\(count) connections are left")
    }

    /// The pool opens no more connections than it may, and has the calls served in turn.
    func testPoolIsBounded() async throws {
        let store = try await makeStore(pool: 3)
        try await withThrowingTaskGroup { group in
            for number in 0..<300 {
                group.addTask { try await store.spend(ChallengeID(number), until: .distantFuture) }
            }
            for try await fresh in group { XCTAssertTrue(fresh) }
        }
        let connections = await store.pool.connectionCount
        XCTAssertLessThanOrEqual(connections, 3)
        XCTAssertGreaterThan(connections, 0)
    }
}

extension ConnectionPool {
    /// Takes a connection away.
    func occupy() async throws { _ = try await acquire() }

    /// Has a connection for a moment.
    fileprivate func borrow(_ body: @Sendable () -> Void) async throws {
        let (number, _) = try await acquire()
        body()
        release(number)
    }

    /// Gives all connections back.
    func vacate() {
        for number in connections.keys where !idle.contains(number) { release(number) }
    }

    fileprivate var connectionCount: Int { connections.count }

    /// Begins a transaction that stays open on a connection, until the pool is closed.
    func hold(_ script: String) async throws {
        let (number, connection) = try await acquire()
        _ = try await exchange(connection, until: .now + .seconds(10)) { $0.send(script: "BEGIN; \(script)") }
        idle.append(number)
    }
}

private final class Order: Sendable {
    private let numbers = Locked<[Int]>([])

    var values: [Int] { numbers.withLock { $0 } }

    func append(_ number: Int) { numbers.withLock { $0.append(number) } }
}

private final class Tally: Sendable {
    private let number = Locked(0)

    var value: Int { number.withLock { $0 } }

    func count() { number.withLock { $0 += 1 } }
}
