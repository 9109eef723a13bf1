import AttestCore
import AttestSQLite
import AttestVerify
import XCTest

final class KeyTests: StoreTestCase {
    func testRoundTripsOfAllFields() async throws {
        let records = [
            try KeyRecord.sample(),
            try .sample(receipt: nil, launchCategory: nil, bundleVersion: nil),
            try .sample(environment: .development, receipt: [], bundleVersion: ""),
            try .sample(
                receipt: Array(repeating: 0xa5, count: 100_000), launchCategory: LaunchCategory(rawValue: .max),
                counter: CounterState(highest: .max, recent: .max), lastUsed: Date()),
            try .sample(
                counter: CounterState(highest: 0, recent: 1 << 63), created: .distantPast, lastUsed: .distantFuture),
            try .sample(
                created: Date(timeIntervalSince1970: 1_776_794_892.123_456_7),
                lastUsed: Date(timeIntervalSinceReferenceDate: -0.1),
                receiptTimes: ReceiptTimes(
                    notBefore: Date(timeIntervalSince1970: 0.1), expiration: .distantFuture), riskMetric: .max),
            try .sample(receiptTimes: ReceiptTimes(notBefore: .distantPast, expiration: nil), riskMetric: 0),
        ]
        let store = try SQLiteStore(path: path)
        for record in records {
            let added = try await store.register(record)
            XCTAssertTrue(added)
        }
        // Also by another store, so that nothing comes from a memory.
        let second = try SQLiteStore(path: path)
        for record in records {
            let kept = try await store.record(record.keyID)
            XCTAssertEqual(kept, record)
            let read = try await second.record(record.keyID)
            XCTAssertEqual(read, record)
        }
        let unknown = try await store.record(.random())
        XCTAssertNil(unknown)
    }

    func testKeyIsRegisteredOnce() async throws {
        let store = try SQLiteStore(path: path)
        let first = try KeyRecord.sample(account: "alice")
        let added = try await store.register(first)
        XCTAssertTrue(added)
        let again = try await store.register(first)
        XCTAssertFalse(again)
        let stolen = try await store.register(.sample(first.keyID, account: "mallory"))
        XCTAssertFalse(stolen)
        let kept = try await store.record(first.keyID)
        XCTAssertEqual(kept, first)

        let removed = try await store.remove(first.keyID, of: "alice")
        XCTAssertTrue(removed)
        let removedAgain = try await store.remove(first.keyID, of: "alice")
        XCTAssertFalse(removedAgain)
        let gone = try await store.record(first.keyID)
        XCTAssertNil(gone)
        let addedAgain = try await store.register(first)
        XCTAssertTrue(addedAgain)
    }

    func testThousandRegistrationsOfOneKey() async throws {
        let store = try SQLiteStore(path: path)
        let keyID = try KeyID.random()
        let winners = try await withThrowingTaskGroup { group in
            for number in 0..<1000 {
                group.addTask { try await store.register(.sample(keyID, account: "account \(number)")) ? number : nil }
            }
            return try await group.reduce(into: []) { if let winner = $1 { $0.append(winner) } }
        }
        XCTAssertEqual(winners.count, 1)
        let record = try await store.record(keyID)
        XCTAssertEqual(record?.account, winners.first.map { "account \($0)" })
    }

    func testAccounts() async throws {
        let store = try SQLiteStore(path: path)
        let oldest = try KeyRecord.sample(account: "alice", created: Date(timeIntervalSince1970: 1000))
        let newest = try KeyRecord.sample(account: "alice", created: Date(timeIntervalSince1970: 1000.000_001))
        let other = try KeyRecord.sample(account: "Alice")
        for record in [newest, other, oldest] {
            let added = try await store.register(record)
            XCTAssertTrue(added)
        }
        var records = try await store.records(of: "alice")
        XCTAssertEqual(records, [oldest, newest])
        records = try await store.records(of: "bob")
        XCTAssertEqual(records, [])

        var count = try await store.removeAll(of: "alice")
        XCTAssertEqual(count, 2)
        count = try await store.removeAll(of: "alice")
        XCTAssertEqual(count, 0)
        records = try await store.records(of: "alice")
        XCTAssertEqual(records, [])
        records = try await store.records(of: "Alice")
        XCTAssertEqual(records, [other])
    }

    func testReceipts() async throws {
        let store = try SQLiteStore(path: path)
        var record = try KeyRecord.sample(receipt: nil)
        var updated = try await store.updateReceipt(record.keyID, to: [1])
        XCTAssertFalse(updated)
        _ = try await store.register(record)
        for receipt: [UInt8] in [[1, 2], [], Array(repeating: 0, count: 10_000)] {
            updated = try await store.updateReceipt(record.keyID, to: receipt)
            XCTAssertTrue(updated)
            record.receipt = receipt
            let kept = try await store.record(record.keyID)
            XCTAssertEqual(kept, record)
        }
    }

    func testAccountNamesAreKeptExactly() async throws {
        let names = [
            "", " ", "o'brien", "\"quoted\"", "`; --", "\\", "%", "_", "?1", "\n\r\t", "ünïcödé", "e\u{301}", "\u{e9}",
            "👩‍👩‍👧‍👦🏳️‍🌈", "\u{feff}bom", "\u{202e}rtl", "\u{10ffff}", "\u{ffff}", "NULL", "0", "1e3", "x'00'",
            "\0", "a\0b", "a\0", "a\0c", "\0\0",
            String(repeating: "x", count: 100_000), String(repeating: "🔑", count: 100_000),
        ]
        let store = try SQLiteStore(path: path)
        for name in names {
            _ = try await store.register(.sample(account: name))
        }
        // By their bytes, because two of these are equal as Swift compares texts.
        for name in names {
            let records = try await store.records(of: name)
            XCTAssertEqual(records.map { Array($0.account.utf8) }, [Array(name.utf8)])
        }
        for name in names {
            let count = try await store.removeAll(of: name)
            XCTAssertEqual(count, 1)
        }
    }

    func testInjection() async throws {
        let store = try SQLiteStore(path: path)
        let victim = try KeyRecord.sample(account: "victim")
        _ = try await store.register(victim)
        let attempts = [
            "victim' --", "' OR '1'='1", "'; DROP TABLE keys; --", "' UNION SELECT * FROM keys --", "victim'); --",
            "x', 'y') ON CONFLICT (key_id) DO UPDATE SET account = 'x' --", "\"; DELETE FROM keys; --",
            "victim\0' OR 1 --", "?1", ":account", "@account", "$account", "%", "vic%", "*", "'||account||'",
            "'; PRAGMA user_version = 9; --",
        ]
        for text in attempts {
            let found = try await store.records(of: text)
            XCTAssertEqual(found, [])
            let count = try await store.removeAll(of: text)
            XCTAssertEqual(count, 0)
            let record = try KeyRecord.sample(account: text, receipt: Array(text.utf8), bundleVersion: text)
            _ = try await store.register(record)
            let kept = try await store.records(of: text)
            XCTAssertEqual(kept, [record])
        }
        let kept = try await store.records(of: "victim")
        XCTAssertEqual(kept, [victim])
        _ = try SQLiteStore(path: path)
    }
}
