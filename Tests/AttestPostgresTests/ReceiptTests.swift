import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

final class ReceiptTests: StoreTestCase {
    private let now = Date.ofSamples
    private let far = Date(microseconds: 1_021_692_800_000_000)

    /// Several instances of a service, each with a pool of its own.
    func testClaimsOfSeveralInstances() async throws {
        var stores: [PostgresStore] = []
        for _ in 0..<4 { stores.append(try await makeStore(pool: 3)) }
        for number in 0..<100 { _ = try await stores[0].register(.sample(created: now + Double(number))) }
        let claims = try await withThrowingTaskGroup(of: [KeyID].self) { group in
            for number in 0..<64 {
                let store = stores[number % stores.count]
                group.addTask { [now, far] in
                    var keyIDs: [KeyID] = []
                    while case let keys = try await store.claimReceipts(
                        dueAt: now + 1000, reservedUntil: far, limit: 2), !keys.isEmpty
                    {
                        keyIDs += keys.map(\.keyID)
                    }
                    return keyIDs
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        XCTAssertEqual(claims.count, 100)
        XCTAssertEqual(Set(claims).count, 100)
    }

    func testTokensOfSeveralInstances() async throws {
        var stores: [PostgresStore] = []
        for _ in 0..<4 { stores.append(try await makeStore(pool: 3)) }
        for burst in [1, 6, 40] {
            let limit = try NewKeyLimit(burst: burst, refillInterval: .seconds(60))
            let count = try await withThrowingTaskGroup { group in
                for number in 0..<64 {
                    let store = stores[number % stores.count]
                    group.addTask { [now] in
                        try await store.takeNewKeyToken(of: "account \(burst)", by: limit, at: now)
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            XCTAssertEqual(count, burst)
        }
    }

    /// Removals and replacements at once leave no history of a key that is gone, and end in no deadlock.
    func testReplacedWhileItIsRemoved() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    switch number % 3 {
                    case 0: _ = try await store.register(record)
                    case 1: _ = try await store.remove(record.keyID, of: record.account)
                    default: try await store.replaceReceipt(record.keyID, after: number)
                    }
                }
            }
            try await group.waitForAll()
        }
        _ = try await store.remove(record.keyID, of: record.account)
        let samples = try await sql("SELECT count(*) FROM attest.risk_samples")
        XCTAssertEqual(samples, [["0"]])
    }

    func testTheTableKeepsOnlyTheHistory() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        for number in 0..<RiskSample.historyLimit + 10 {
            try await store.replaceReceipt(record.keyID, after: number)
        }
        // One more, because a statement does not see what it has itself inserted.
        let samples = try await sql("SELECT count(*) FROM attest.risk_samples")
        XCTAssertEqual(samples, [["\(RiskSample.historyLimit + 1)"]])
    }

    /// A counter is written without touching an index, also with a receipt that is due.
    func testCountersStayCheap() async throws {
        let store = try await makeStore(pool: 1)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        for counter: UInt32 in 1...20 { _ = try await store.advance(record.keyID, to: counter, by: .strict, at: now) }
        await store.close()
        var updates: [[String]] = []
        for _ in 0..<200 {
            updates = try await sql(
                "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'keys'")
            if updates == [["20", "20"]] { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        XCTAssertEqual(updates, [["20", "20"]])
    }

    func testCorruptValues() async throws {
        let store = try await makeStore()
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        try await store.replaceReceipt(record.keyID)
        try await sql(
            """
            ALTER TABLE attest.risk_samples DROP CONSTRAINT risk_samples_metric_check;
            ALTER TABLE attest.keys DROP CONSTRAINT keys_risk_metric_check;
            UPDATE attest.risk_samples SET metric = -1
            """)
        await assertFails("XX001") { _ = try await store.riskHistory(of: record.keyID) }
        for change in [
            "risk_metric = 4294967296", "risk_metric = NULL, receipt_not_before = NULL, receipt_expiration = now()",
        ] {
            try await sql("UPDATE attest.keys SET \(change)")
            await assertFails("XX001") { _ = try await store.record(record.keyID) }
        }
    }

    // MARK: Tables of the first version

    private static func insert(_ byte: String, receipt: String) -> String {
        let (keyID, publicKey) = (String(repeating: byte, count: 32), String(repeating: "11", count: 64))
        return #"""
            INSERT INTO attest.keys (key_id, public_key, account, app_id, environment, receipt, launch_category,
                bundle_version, counter, recent, created, last_used)
            VALUES ('\x\#(keyID)', '\x04\#(publicKey)', 'alice', 'A1B2C3D4E5.com.example.app', 'production',
                \#(receipt), NULL, NULL, 5, 21, '2020-01-01T00:00:00Z', NULL);
            """#
    }

    /// As the first version of this package made them.
    private static let oldTables = """
        CREATE SCHEMA attest;
        CREATE TABLE attest.migrations (
            version integer NOT NULL PRIMARY KEY,
            applied timestamptz NOT NULL DEFAULT now()
        );
        CREATE TABLE attest.spent_challenges (
            id uuid NOT NULL PRIMARY KEY,
            expiry timestamptz NOT NULL
        );
        CREATE INDEX spent_challenges_by_expiry ON attest.spent_challenges (expiry);
        CREATE TABLE attest.keys (
            counter bigint NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
            recent bigint NOT NULL,
            created timestamptz NOT NULL,
            last_used timestamptz,
            launch_category bigint CHECK (launch_category BETWEEN 0 AND 4294967295),
            key_id bytea NOT NULL PRIMARY KEY CHECK (octet_length(key_id) = 32),
            public_key bytea NOT NULL CHECK (octet_length(public_key) = 65),
            account bytea NOT NULL,
            app_id text NOT NULL,
            environment text NOT NULL,
            bundle_version bytea,
            receipt bytea
        ) WITH (fillfactor = 80);
        ALTER TABLE attest.keys ALTER COLUMN receipt SET STORAGE EXTERNAL;
        CREATE INDEX keys_by_account ON attest.keys USING hash (account);
        INSERT INTO attest.migrations (version) VALUES (1);
        """

    func testTablesOfTheFirstVersion() async throws {
        try await sql(Self.oldTables + Self.insert("aa", receipt: #"'\x010203'"#) + Self.insert("bb", receipt: "NULL"))
        let store = try await makeStore(migrated: false)
        let keyID = try KeyID(bytes: Array(repeating: 0xaa, count: 32))
        await assertFails(containing: "version 1 of the tables") { _ = try await store.record(keyID) }
        try await store.migrate()
        let record = try await store.record(keyID)
        XCTAssertEqual(record?.account, "alice")
        XCTAssertEqual(record?.counter, CounterState(highest: 5, recent: 0b10101))
        XCTAssertEqual(record?.receipt, [1, 2, 3])
        XCTAssertNil(record?.receiptTimes)
        XCTAssertNil(record?.riskMetric)
        var claimed = try await store.claimReceipts(dueAt: far, reservedUntil: .distantFuture, limit: 10)
        XCTAssertEqual(claimed, [try XCTUnwrap(record)])

        // What an instance of the version before writes now: a key, and a removal that knows nothing of the history.
        try await sql(Self.insert("cc", receipt: #"'\x04'"#))
        claimed = try await store.claimReceipts(dueAt: far, reservedUntil: .distantFuture, limit: 10)
        XCTAssertEqual(claimed.map(\.receipt), [[4]])
        try await store.replaceReceipt(keyID)
        try await sql("DELETE FROM attest.keys WHERE account = 'alice'")
        let history = try await store.riskHistory(of: keyID)
        XCTAssertEqual(history, [])
    }

    /// The user of a running service, whose privileges are from before, may use the new tables as well.
    func testPrivilegesAreCarriedOver() async throws {
        try cluster.requireOwn()
        let role = "Service " + UUID().uuidString.prefix(8)
        try await sql(
            Self.oldTables + """
                CREATE ROLE "\(role)" LOGIN;
                GRANT USAGE ON SCHEMA attest TO "\(role)";
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA attest TO "\(role)";
                GRANT SELECT, TRUNCATE ON attest.keys TO PUBLIC;
                """)
        _ = try await makeStore()
        let store = try PostgresStore(connection: connection + " user='\(role)'")
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        try await store.replaceReceipt(record.keyID)
        let isTaken = try await store.takeNewKeyToken(of: "alice", by: .standard, at: now)
        XCTAssertTrue(isTaken)
        await store.close()
        let granted = try await sql(
            """
            SELECT table_name, grantee, string_agg(privilege_type, ',' ORDER BY privilege_type)
            FROM information_schema.role_table_grants
            WHERE table_name IN ('risk_samples', 'new_key_quotas') AND grantee IN ('PUBLIC', '\(role)')
            GROUP BY 1, 2
            """)
        XCTAssertEqual(
            Set(granted),
            [
                ["new_key_quotas", "PUBLIC", "SELECT"], ["new_key_quotas", role, "DELETE,INSERT,SELECT,UPDATE"],
                ["risk_samples", "PUBLIC", "SELECT"], ["risk_samples", role, "DELETE,INSERT,SELECT,UPDATE"],
            ])
        try await sql("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"")
    }
}

extension Date {
    fileprivate static let ofSamples = Date(microseconds: 811_692_800_000_000)
}

extension PostgresStore {
    /// Replaces a receipt by one with a metric.
    fileprivate func replaceReceipt(_ keyID: KeyID, after seconds: Int = 0) async throws {
        _ = try await replaceReceipt(
            keyID, with: [1], times: ReceiptTimes(notBefore: .ofSamples, expiration: nil), nextDue: nil,
            sample: RiskSample(time: .ofSamples + Double(seconds), metric: 1))
    }
}
