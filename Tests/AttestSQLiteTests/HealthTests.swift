import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

final class HealthTests: StoreTestCase {
    func testASoundStore() async throws {
        let store = try SQLiteStore(path: path)
        let expected = StoreHealth(isReachable: true, schemaVersion: 3, isWritable: true, isDurable: true)
        for _ in 0..<3 {
            let health = await (store as any HealthReportingStore).health()
            XCTAssertEqual(health, expected)
        }
        // It has left nothing behind.
        let database = try Database.other(path, patience: 1000)
        XCTAssertEqual(try database.integer("SELECT count(*) FROM new_key_quotas"), 0)
    }

    func testSettingsThatAreNotDurable() async throws {
        for setting in ["synchronous = NORMAL", "synchronous = OFF"] {
            let store = try SQLiteStore(path: path)
            try await store.thread.read { try $0.database.execute("PRAGMA \(setting)") }
            let health = await store.health()
            XCTAssertEqual(health.isDurable, false, setting)
            XCTAssertEqual(health.isWritable, true)
            XCTAssertTrue(health.notes.contains { $0.contains("not durable") }, "\(health.notes)")
            await store.close()
        }
    }

    func testAReadOnlyStore() async throws {
        let store = try SQLiteStore(path: path)
        try await store.thread.read { try $0.database.execute("PRAGMA query_only = ON") }
        let health = await store.health()
        XCTAssertTrue(health.isReachable)
        XCTAssertEqual(health.isWritable, false)
        XCTAssertTrue(health.notes.contains { $0.contains("readonly") }, "\(health.notes)")
    }

    /// Another connection has the lock, and calls wait for it: the report does not wait as long as they do.
    func testALockedFile() async throws {
        let store = try SQLiteStore(path: path, patience: .seconds(600))
        let holder = try Database.other(path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        let writer = Task { try await store.spend(ChallengeID(1), until: .distantFuture) }
        let health = await store.health()
        XCTAssertTrue(health.isReachable)
        XCTAssertEqual(health.schemaVersion, 3)
        XCTAssertEqual(health.isWritable, false)
        XCTAssertTrue(health.notes.contains { $0.contains("database is locked") }, "\(health.notes)")
        try holder.execute("ROLLBACK")
        let fresh = try await writer.value
        XCTAssertTrue(fresh)
        let after = await store.health()
        XCTAssertEqual(after.isWritable, true)
    }

    /// Tables that are gone: found out by writing.
    func testMissingTables() async throws {
        let store = try SQLiteStore(path: path)
        try tamper("DROP TABLE new_key_quotas")
        let health = await store.health()
        XCTAssertTrue(health.isReachable)
        XCTAssertEqual(health.isWritable, false)
    }

    func testACancelledTask() async throws {
        let store = try SQLiteStore(path: path)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await store.health()
        }
        task.cancel()
        let health = await task.value
        XCTAssertFalse(health.isReachable)
        XCTAssertNil(health.isWritable)
    }
}
