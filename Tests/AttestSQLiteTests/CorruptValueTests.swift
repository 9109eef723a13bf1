import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

/// Files that hold what no store has written: an error each, and not one that a caller takes for a refusal.
final class CorruptValueTests: StoreTestCase {
    private static let changes = [
        "key_id = x'00'", "key_id = zeroblob(33)",
        "public_key = x'04'", "public_key = zeroblob(65)", "public_key = x''", "app_id = ''", "app_id = 'no app'",
        "environment = 'Production'", "environment = ''",
        "launch_category = -1", "launch_category = 4294967296", "launch_category = -9223372036854775808",
        "counter = -1", "counter = 4294967296", "counter = 9223372036854775807",
        "risk_metric = -1", "risk_metric = 4294967296", "receipt_expiration = 1",
        "account = CAST(x'ff' AS TEXT)", "account = CAST(x'eda080' AS TEXT)", "bundle_version = CAST(x'c0' AS TEXT)",
    ]

    func testCorruptRecords() async throws {
        for change in Self.changes {
            let store = try SQLiteStore(path: path)
            _ = try await store.removeAll(of: "alice")
            let record = try KeyRecord.sample()
            _ = try await store.register(record)
            try tamper("UPDATE keys SET \(change)")
            if !change.hasPrefix("account") {
                await assertFails(ResultCode.corrupt) { _ = try await store.records(of: "alice") }
            }
            if !change.hasPrefix("key_id") {
                await assertFails(ResultCode.corrupt) { _ = try await store.record(record.keyID) }
                await assertFails(ResultCode.corrupt) {
                    _ = try await store.spend(.random(), until: .distantFuture, loading: record.keyID)
                }
                await assertFails(ResultCode.corrupt) {
                    _ = try await store.advance(record.keyID, to: 5, by: .window(8), at: Date())
                }
            }
            if !change.hasPrefix("key_id"), !change.hasPrefix("counter") {
                await assertFails(ResultCode.corrupt) {
                    _ = try await store.advance(record.keyID, to: 6, by: .strict, at: Date())
                }
            }
            try tamper("DELETE FROM keys")
        }
    }

    /// A row that an import wrote with the bit of its highest counter clear.
    func testTheHighestCounterOfAnImportedRowCountsAsAccepted() async throws {
        for advances in [[], [44]] as [[UInt32]] {
            for first in [CounterRule.strict, try .window(64)] {
                let store = try SQLiteStore(path: path)
                let record = try KeyRecord.sample()
                _ = try await store.register(record)
                try tamper("UPDATE keys SET counter = 42, recent = 0")
                for counter in advances {
                    _ = try await store.advance(record.keyID, to: counter, by: first, at: Date())
                }
                await assertRefused(.counterNotIncreased) {
                    _ = try await store.advance(record.keyID, to: 42, by: .window(64), at: Date())
                }
            }
        }
    }

    func testCorruptCountersAreNotAdvanced() async throws {
        for counter in ["4294967296", "9223372036854775807"] {
            let store = try SQLiteStore(path: path)
            let record = try KeyRecord.sample()
            _ = try await store.register(record)
            try tamper("UPDATE keys SET counter = \(counter)")
            await assertFails(ResultCode.corrupt) {
                _ = try await store.advance(record.keyID, to: .max, by: .strict, at: Date())
            }
        }
    }

    /// The challenge of a key that cannot be read stays used.
    func testSpendCountsWhenTheKeyCannotBeRead() async throws {
        let store = try SQLiteStore(path: path)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        try tamper("UPDATE keys SET environment = 'none'")
        await assertFails(ResultCode.corrupt) {
            _ = try await store.spend(ChallengeID(1), until: .distantFuture, loading: record.keyID)
        }
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertFalse(fresh)
    }

    /// A receipt whose record cannot be read is reserved like any other, and so not the first of every claim.
    func testUnreadableRecordsDoNotHoldUpTheOthers() async throws {
        let store = try SQLiteStore(path: path)
        let (first, second) = (try KeyRecord.sample(receipt: [1]), try KeyRecord.sample(receipt: [2]))
        let now = first.created
        for record in [first, second] { _ = try await store.register(record) }
        _ = try await store.postponeReceipt(second.keyID, until: now.addingTimeInterval(1))
        try tamper("UPDATE keys SET environment = 'none' WHERE receipt = x'01'")
        func claim() async throws -> [KeyID] {
            try await store.claimReceipts(
                dueAt: now.addingTimeInterval(2), reservedUntil: now.addingTimeInterval(900), limit: 1
            ).map(\.keyID)
        }
        await assertFails(ResultCode.corrupt) { _ = try await claim() }
        let others = try await claim()
        XCTAssertEqual(others, [second.keyID])
        let none = try await claim()
        XCTAssertEqual(none, [])
    }

    func testStrictTables() async throws {
        _ = try SQLiteStore(path: path)
        let database = try Database.other(path, patience: 1000)
        let tables = try Statement("SELECT name FROM pragma_table_list WHERE strict AND schema = 'main'", in: database)
            .all([]) { row throws(SQLiteError) in try row.text(0) }
        XCTAssertEqual(
            Set(tables), ["spent_challenges", "spent_challenges_mark", "keys", "risk_samples", "new_key_quotas"])
        for wrong in ["(x'00', 'soon')", "('text', 1)", "(NULL, 1)", "(x'00', NULL)"] {
            await assertFails(ResultCode.constraint) { try tamper("INSERT INTO spent_challenges VALUES \(wrong)") }
        }
    }

    /// Bytes of the file overwritten at random: every call returns or throws.
    func testDamagedFiles() async throws {
        let record = try KeyRecord.sample()
        do {
            let store = try SQLiteStore(path: path)
            _ = try await store.register(record)
            for number in 0..<200 {
                _ = try await store.spend(ChallengeID(number), until: .distantFuture)
            }
        }
        try tamper("PRAGMA wal_checkpoint(TRUNCATE)")
        let sound = try Data(contentsOf: URL(filePath: path))
        var failures = 0
        for round in 0..<60 {
            var damaged = sound
            for _ in 0..<200 {
                damaged[Int.random(in: 100..<damaged.count)] = .random(in: .min ... .max)
            }
            let file = file("damaged-\(round)")
            try damaged.write(to: URL(filePath: file))
            do {
                let store = try SQLiteStore(path: file)
                _ = try await store.spend(ChallengeID(round), until: .distantFuture, loading: record.keyID)
                _ = try await store.advance(record.keyID, to: 1, by: .strict, at: Date())
                _ = try await store.records(of: "alice")
                _ = try await store.purge(before: .distantFuture)
                _ = try await store.removeAll(of: "alice")
            } catch is SQLiteError {
                failures += 1
            }
        }
        XCTAssertGreaterThan(failures, 0)
    }
}
