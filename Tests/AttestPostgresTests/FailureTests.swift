import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// Connections and servers that go away.
final class FailureTests: StoreTestCase {
    /// Between the use of the challenge and the counter, every connection is killed: the counter is written on another.
    func testKilledBetweenSpendAndCounter() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        for counter in UInt32(1)...5 {
            let challenge = ChallengeID.random()
            let result = try await store.spend(challenge, until: .distantFuture, loading: record.keyID)
            XCTAssertTrue(result.isFresh)
            try await terminateConnections()
            let advanced = try await store.advance(record.keyID, to: counter, by: .strict, at: .rounded)
            XCTAssertEqual(advanced?.counter.highest, counter)
            try await terminateConnections()
            let fresh = try await store.spend(challenge, until: .distantFuture)
            XCTAssertFalse(fresh)
        }
    }

    /// The same through the whole ceremony: accepted once.
    func testKilledWithinACeremony() async throws {
        let store = try await makeStore()
        let connection = try connection
        let kill = { @Sendable in
            let other = try PostgresStore(connection: connection, pool: 1)
            _ = try await other.pool.run(
                script: """
                    SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid()
                    """)
            await other.close()
        }
        let scene = try await Scene(InterruptedStore(store: store, interrupt: kill))
        let request = try scene.request()
        let verified = try await scene.verifier.verifyAssertion(request)
        XCTAssertEqual(verified.counter, 1)
        await assertRefused(.challengeSpent) { _ = try await scene.verifier.verifyAssertion(request) }
    }

    /// A connection that is killed while its statement runs: the error says that nobody knows.
    func testKilledDuringAStatement() async throws {
        let store = try await makeStore()
        try await sql(
            """
            CREATE FUNCTION attest.slow() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_sleep(30); RETURN NEW; END $$;
            CREATE TRIGGER slow BEFORE INSERT ON attest.spent_challenges FOR EACH ROW EXECUTE FUNCTION attest.slow();
            """)
        let spend = Task { try await store.spend(ChallengeID(1), until: .distantFuture) }
        try await waitForSleepers()
        try await terminateConnections()
        await assertFails("57P01", isOutcomeUnknown: true) { _ = try await spend.value }
        try await sql("DROP TRIGGER slow ON attest.spent_challenges")
        let fresh = try await store.spend(ChallengeID(2), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    private func waitForSleepers() async throws {
        for _ in 0..<500 {
            let sleeping = try await sql(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'")
            if sleeping == [["1"]] { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        XCTFail("no statement sleeps")
    }

    func testRestart() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        let challenge = ChallengeID.random()
        _ = try await store.spend(challenge, until: .distantFuture)
        _ = try await store.advance(record.keyID, to: 1, by: .strict, at: .rounded)
        try await cluster.restart()
        // Nothing that was reported is lost, and the first calls after the restart already succeed.
        let fresh = try await store.spend(challenge, until: .distantFuture)
        XCTAssertFalse(fresh)
        await assertRefused(.counterNotIncreased) {
            _ = try await store.advance(record.keyID, to: 1, by: .strict, at: .rounded)
        }
    }

    func testServerIsDown() async throws {
        let store = try await makeStore()
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        try await cluster.stop()
        let start = ContinuousClock.now
        for round in 0..<6 {
            // Many at once wait for the same attempt to connect.
            let failures = await withTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        do {
                            _ = try await store.spend(ChallengeID(1000 + number), until: .distantFuture)
                            return false
                        } catch {
                            return (error as? PostgresError)?.message.contains("cannot connect") == true
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            XCTAssertEqual(failures, 50, "round \(round)")
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(10))
        try await cluster.start()
        for number in 0..<50 {
            let fresh = try await store.spend(ChallengeID(1000 + number), until: .distantFuture)
            XCTAssertTrue(fresh)
        }
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertFalse(fresh)
    }

    /// A verifier reports the store's failure as such, and the observer gets the store's own error.
    func testVerifierReportsStoreFailure() async throws {
        let store = try await makeStore()
        let scene = try await Scene(store)
        let request = try scene.request()
        try await sql("ALTER TABLE attest.spent_challenges RENAME TO gone")
        await assertRefused(.storeFailure) { _ = try await scene.verifier.verifyAssertion(request) }
        try await sql("ALTER TABLE attest.gone RENAME TO spent_challenges")
        _ = try await scene.verifier.verifyAssertion(request)
    }

    /// Prepared statements that are gone, as after `DISCARD ALL`: the session is given up, and the call takes another.
    func testPreparedStatementsAreGone() async throws {
        let store = try await makeStore(pool: 1)
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        _ = try await store.pool.run(script: "DEALLOCATE ALL")
        let fresh = try await store.spend(ChallengeID(2), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    /// A server that has become a standby: its connections are given up, so that the next may find the new primary.
    func testReadOnlyServer() async throws {
        let store = try await makeStore(pool: 1)
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        _ = try await store.pool.run(script: "SET default_transaction_read_only = on")
        await assertFails("25006") { _ = try await store.spend(ChallengeID(2), until: .distantFuture) }
        let fresh = try await store.spend(ChallengeID(2), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    /// Values that no store has written: an error each, and not one that a caller takes for a refusal.
    func testCorruptRecords() async throws {
        let store = try await makeStore()
        for change in [
            "app_id = ''", "app_id = 'no app'", "environment = 'Production'", "environment = ''",
            #"account = '\xff'"#, #"account = '\xeda080'"#, #"bundle_version = '\xc0'"#,
        ] {
            _ = try await store.removeAll(of: "alice")
            let record = try KeyRecord.sample()
            _ = try await store.register(record)
            try await sql("UPDATE attest.keys SET \(change)")
            await assertFails("XX001") { _ = try await store.record(record.keyID) }
            await assertFails("XX001") {
                _ = try await store.spend(ChallengeID.random(), until: .distantFuture, loading: record.keyID)
            }
            await assertFails("XX001") {
                _ = try await store.advance(record.keyID, to: 5, by: .window(8), at: .rounded)
            }
            try await sql("DELETE FROM attest.keys")
        }
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        for change in [
            #"key_id = '\x00'"#, #"public_key = '\x04'"#, "counter = -1", "counter = 4294967296",
            "launch_category = -1", "launch_category = 4294967296", "account = NULL", "created = NULL",
        ] {
            let state = change.hasSuffix("NULL") ? "23502" : "23514"
            await assertFails(state) { try await sql("UPDATE attest.keys SET \(change)") }
        }
    }
}

/// A store that something happens to after each use of a challenge.
private struct InterruptedStore: AttestStore {
    let store: PostgresStore
    let interrupt: @Sendable () async throws -> Void

    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool {
        let result = try await store.spend(challenge, until: expiry)
        try await interrupt()
        return result
    }

    func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) async throws -> (isFresh: Bool, record: KeyRecord?) {
        let result = try await store.spend(challenge, until: expiry, loading: keyID)
        try await interrupt()
        return result
    }

    func purge(before time: Date) async throws -> Int { try await store.purge(before: time) }
    func register(_ record: KeyRecord) async throws -> Bool { try await store.register(record) }
    func record(_ keyID: KeyID) async throws -> KeyRecord? { try await store.record(keyID) }
    func records(of account: String) async throws -> [KeyRecord] { try await store.records(of: account) }
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        try await store.advance(keyID, to: counter, by: rule, at: time)
    }
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool {
        try await store.updateReceipt(keyID, to: receipt)
    }
    func remove(_ keyID: KeyID, of account: String) async throws -> Bool {
        try await store.remove(keyID, of: account)
    }
    func removeAll(of account: String) async throws -> Int { try await store.removeAll(of: account) }
}
