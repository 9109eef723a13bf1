import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

final class ReceiptTests: StoreTestCase {
    private let now = Date(timeIntervalSince1970: 1_790_000_000.123_456_7)
    private let far = Date(timeIntervalSince1970: 2_000_000_000)

    private func replace(_ keyID: KeyID, metric: UInt32, in store: SQLiteStore) async throws {
        let isReplaced = try await store.replaceReceipt(
            keyID, with: [7], times: ReceiptTimes(notBefore: now, expiration: far), nextDue: far,
            sample: RiskSample(time: now, metric: metric))
        XCTAssertTrue(isReplaced)
    }

    /// All of it is in the file, to the bit, and another store on it sees it at once.
    func testStoresOnOneFile() async throws {
        let record = try KeyRecord.sample()
        let limit = try NewKeyLimit(burst: 1, refillInterval: .seconds(60))
        do {
            let store = try SQLiteStore(path: path)
            _ = try await store.register(record)
            try await replace(record.keyID, metric: 4, in: store)
            let isTaken = try await store.takeNewKeyToken(of: "alice", by: limit, at: now)
            XCTAssertTrue(isTaken)
        }
        let (first, second) = (try SQLiteStore(path: path), try SQLiteStore(path: path))
        let kept = try await first.record(record.keyID)
        XCTAssertEqual(kept?.receiptTimes, ReceiptTimes(notBefore: now, expiration: far))
        XCTAssertEqual(kept?.riskMetric, 4)
        let history = try await second.riskHistory(of: record.keyID)
        XCTAssertEqual(history, [RiskSample(time: now, metric: 4)])
        let isTaken = try await second.takeNewKeyToken(of: "alice", by: limit, at: now)
        XCTAssertFalse(isTaken)

        for number in 0..<40 { _ = try await first.register(.sample(created: now + Double(number))) }
        let claims = try await withThrowingTaskGroup(of: [KeyID].self) { group in
            for number in 0..<64 {
                group.addTask { [now, far] in
                    try await (number % 2 == 0 ? first : second)
                        .claimReceipts(dueAt: now + 1000, reservedUntil: far, limit: 1).map(\.keyID)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        XCTAssertEqual(claims.count, 40)
        XCTAssertEqual(Set(claims).count, 40)
    }

    /// A file of the first version, with keys in it, and a program of that version that goes on with it.
    func testFilesOfTheFirstVersion() async throws {
        let store = try SQLiteStore(path: try oldFile())
        let keyID = try KeyID(bytes: Array(repeating: 0xaa, count: 32))
        let without = try KeyID(bytes: Array(repeating: 0xbb, count: 32))
        let record = try await store.record(keyID)
        XCTAssertEqual(record?.account, "alice")
        XCTAssertEqual(record?.counter, CounterState(highest: 5, recent: 0b10101))
        XCTAssertEqual(record?.receipt, [1, 2, 3])
        XCTAssertEqual(record?.created, Date(timeIntervalSinceReferenceDate: 700_000_000.5))
        XCTAssertNil(record?.receiptTimes)
        XCTAssertNil(record?.riskMetric)
        var fresh = try await store.spend(ChallengeID(bytes: [1]), until: .distantFuture)
        XCTAssertFalse(fresh)
        let purged = try await store.purge(before: .distantFuture)
        XCTAssertEqual(purged, 1)
        fresh = try await store.spend(ChallengeID(bytes: [1]), until: Date(timeIntervalSinceReferenceDate: 1e9))
        XCTAssertFalse(fresh)
        var claimed = try await store.claimReceipts(dueAt: now, reservedUntil: far, limit: 10)
        XCTAssertEqual(claimed, [try XCTUnwrap(record)])

        // What the old program writes now: a key, and a removal that knows nothing of the history.
        try tamper(Self.insert("cc", receipt: "x'04'"))
        claimed = try await store.claimReceipts(dueAt: now, reservedUntil: far, limit: 10)
        XCTAssertEqual(claimed.map(\.receipt), [[4]])
        try await replace(without, metric: 3, in: store)
        try tamper("DELETE FROM keys WHERE account = 'alice'")
        let history = try await store.riskHistory(of: without)
        XCTAssertEqual(history, [])
    }

    private static func insert(_ byte: String, receipt: String) -> String {
        let (keyID, publicKey) = (String(repeating: byte, count: 32), String(repeating: "11", count: 64))
        return """
            INSERT INTO keys (key_id, public_key, account, app_id, environment, receipt, launch_category,
                bundle_version, counter, recent, created, last_used)
            VALUES (x'\(keyID)', x'04\(publicKey)', 'alice', 'A1B2C3D4E5.com.example.app', 'production',
                \(receipt), NULL, NULL, 5, 21, 700000000.5, NULL);
            """
    }

    /// As the first version of this package made it.
    private func oldFile() throws -> String {
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
        try tamper(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA application_id = \(0x4174_7374);
            PRAGMA user_version = 1;
            CREATE TABLE spent_challenges (
                id BLOB NOT NULL PRIMARY KEY,
                expiry REAL NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expiry);
            CREATE TABLE keys (
                key_id BLOB NOT NULL PRIMARY KEY CHECK (length(key_id) = 32),
                public_key BLOB NOT NULL CHECK (length(public_key) = 65),
                account TEXT NOT NULL,
                app_id TEXT NOT NULL,
                environment TEXT NOT NULL,
                receipt BLOB,
                launch_category INTEGER,
                bundle_version TEXT,
                counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
                recent INTEGER NOT NULL,
                created REAL NOT NULL,
                last_used REAL
            ) STRICT;
            CREATE INDEX keys_by_account ON keys (account);
            INSERT INTO spent_challenges VALUES (x'01', 1e9);
            \(Self.insert("aa", receipt: "x'010203'"))
            \(Self.insert("bb", receipt: "NULL"))
            """)
        return path
    }

    func testIndexesAreUsed() throws {
        _ = try SQLiteStore(path: path)
        let database = try Database.other(path, patience: 1000)
        for (sql, index) in [
            (Statements.dueReceiptsSQL, "USING INDEX keys_by_receipt_due (receipt_due<?)"),
            (Statements.purgeQuotasSQL, "USING COVERING INDEX new_key_quotas_by_full_at (full_at<?)"),
        ] {
            let plan = try Statement("EXPLAIN QUERY PLAN \(sql)", in: database)
                .all([]) { row throws(SQLiteError) in try row.text(3) }
            XCTAssertTrue(plan.contains { $0.contains(index) }, "\(plan)")
            XCTAssertFalse(plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    func testTheFileKeepsOnlyTheHistory() async throws {
        let store = try SQLiteStore(path: path)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        for number in 0..<RiskSample.historyLimit + 10 {
            _ = try await store.replaceReceipt(
                record.keyID, with: [1], times: ReceiptTimes(notBefore: now, expiration: nil), nextDue: nil,
                sample: RiskSample(time: now + Double(number), metric: 1))
        }
        let database = try Database.other(path, patience: 1000)
        XCTAssertEqual(
            try database.integer("SELECT count(*) FROM risk_samples"), Int64(RiskSample.historyLimit))
    }

    func testTimesThatAreNoNumbers() async throws {
        let store = try SQLiteStore(path: path)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        let none = Date(timeIntervalSinceReferenceDate: .nan)
        await assertFails(ResultCode.constraint) { _ = try await store.postponeReceipt(record.keyID, until: none) }
        await assertFails(ResultCode.constraint) {
            _ = try await store.replaceReceipt(
                record.keyID, with: [9], times: ReceiptTimes(notBefore: now, expiration: nil), nextDue: nil,
                sample: RiskSample(time: none, metric: 1))
        }
        let kept = try await store.record(record.keyID)
        XCTAssertEqual(kept, record)
    }

    func testCorruptSamples() async throws {
        let store = try SQLiteStore(path: path)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        try await replace(record.keyID, metric: 1, in: store)
        try tamper("UPDATE risk_samples SET metric = -1")
        await assertFails(ResultCode.corrupt) { _ = try await store.riskHistory(of: record.keyID) }
    }
}
