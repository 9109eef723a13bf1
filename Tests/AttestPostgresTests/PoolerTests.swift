import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// Debian's PgBouncer between.
final class PoolerTests: StoreTestCase {
    func testTransactionPoolingIsRefused() async throws {
        _ = try await makeStore()
        let pooler = try PgBouncer(mode: "transaction", server: cluster.socketFolder())
        let failures = Locked<[PostgresConnectionFailure]>([])
        let store = try makeStore(connection: pooler.connection(to: database)) { failure in
            failures.withLock { $0.append(failure) }
        }
        for _ in 0..<3 {
            await assertFails(containing: "the store needs pool_mode = session") {
                _ = try await store.spend(ChallengeID(1), until: .distantFuture)
            }
        }
        // Many at once.
        let refused = await withTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await store.spend(ChallengeID(number), until: .distantFuture)
                        return false
                    } catch {
                        return "\(error)".contains("pool_mode = session")
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        XCTAssertEqual(refused, 20)
        let health = await store.health()
        XCTAssertFalse(health.isReachable)
        XCTAssertTrue(health.notes.joined().contains("pool_mode = session"), "\(health)")
        XCTAssertEqual(failures.withLock { $0.first?.phase }, .connecting)
        // Nothing was set in the sessions that the pooler's other clients have.
        await store.close()
        let client = try ConnectionPool(
            ConnectionString(pooler.connection(to: database)), Limits(connections: 1, statement: .seconds(5)))
        let settings = try await client.askPlainly(
            "SELECT current_setting('enable_seqscan'), current_setting('statement_timeout')")
        XCTAssertEqual(try settings.rows.first?.text(0), "on")
        XCTAssertEqual(try settings.rows.first?.text(1), "0")
    }

    func testSessionPooling() async throws {
        let direct = try await makeStore()
        let pooler = try PgBouncer(mode: "session", server: cluster.socketFolder())
        let store = try makeStore(connection: pooler.connection(to: database))
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask { try await store.spend(ChallengeID(number), until: .distantFuture) }
            }
            for try await isFresh in group { XCTAssertTrue(isFresh) }
        }
        let health = await store.health()
        XCTAssertTrue(health.isReachable)
        XCTAssertTrue(health.notes.contains("pooler: unknown"), "\(health)")
        let plain = await direct.health()
        XCTAssertFalse(plain.notes.joined().contains("pooler"), "\(plain)")
    }

    /// Behind a pooler of which nothing was proven, a prepared statement that is gone is the proof.
    func testStatementThatIsGoneBehindAPooler() async throws {
        _ = try await makeStore()
        let pooler = try PgBouncer(mode: "session", server: cluster.socketFolder())
        let store = try makeStore(connection: pooler.connection(to: database), pool: 1)
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        _ = try await store.pool.run(script: "DEALLOCATE ALL")
        await assertFails("26000", containing: "the store needs pool_mode = session") {
            _ = try await store.spend(ChallengeID(2), until: .distantFuture)
        }
        // On another connection, behind which nothing is proven yet.
        let isFresh = try await store.spend(ChallengeID(2), until: .distantFuture)
        XCTAssertTrue(isFresh)
    }
}

extension ConnectionPool {
    /// Asks on a connection that nothing was said on before.
    fileprivate func askPlainly(_ script: String) async throws -> Answer {
        let deadline = ContinuousClock.now + .seconds(5)
        let connection = try await Connector().connect(to: string, silence: limits.silence, until: deadline)
        return try await exchange(connection, until: deadline) { $0.send(script: script) }
    }
}
