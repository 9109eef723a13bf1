import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

/// What happens while another connection has the lock, and when the disk is full.
final class LockTests: StoreTestCase {
    func testWaitsForTheLock() async throws {
        let store = try SQLiteStore(path: path)
        let other = try SQLiteStore(path: path)
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        let holder = try Database(path: path, patience: 1000)
        try holder.execute("BEGIN IMMEDIATE")
        async let fresh = store.spend(ChallengeID(1), until: .distantFuture)
        async let advanced = other.advance(record.keyID, to: 3, by: .window(8), at: Date())
        // Readers do not wait, and neither does opening a file whose tables are there.
        let read = try await SQLiteStore(path: path, patience: 0).record(record.keyID)
        XCTAssertEqual(read, record)
        try await Task.sleep(for: .milliseconds(300))
        try holder.execute("COMMIT")
        let (isFresh, newRecord) = try await (fresh, advanced)
        XCTAssertTrue(isFresh)
        XCTAssertEqual(newRecord?.counter.highest, 3)
    }

    func testGivesUpInTheEnd() async throws {
        let store = try SQLiteStore(path: path, patience: 50)
        let holder = try Database(path: path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        await assertFails(ResultCode.busy, containing: "database is locked") {
            _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        }
        try holder.execute("ROLLBACK")
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    func testOpeningWaitsForTheLock() async throws {
        let path = path
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
        let holder = try Database(path: path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        await assertFails(ResultCode.busy, containing: "cannot open") { _ = try SQLiteStore(path: path, patience: 50) }
        async let store = Task.detached { try SQLiteStore(path: path) }.value
        try await Task.sleep(for: .milliseconds(100))
        try holder.execute("COMMIT")
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    /// More stores wait for a lock than the pool has threads, and other tasks go on.
    func testNeverBlocksThePool() async throws {
        let stores = try (0..<ProcessInfo.processInfo.activeProcessorCount * 2 + 2).map { _ in
            try SQLiteStore(path: path)
        }
        let holder = try Database(path: path, patience: 1000)
        try holder.execute("BEGIN IMMEDIATE")
        let done = Tally()
        try await withThrowingTaskGroup { group in
            for (number, store) in stores.enumerated() {
                group.addTask {
                    _ = try await store.spend(ChallengeID(number), until: .distantFuture)
                    await done.count()
                }
            }
            try await Task.sleep(for: .milliseconds(100))
            // Each of these needs a thread of the pool.
            for _ in 0..<200 {
                let value = await Task.detached { 1 }.value
                XCTAssertEqual(value, 1)
            }
            let early = await done.value
            XCTAssertEqual(early, 0)
            try holder.execute("ROLLBACK")
            try await group.waitForAll()
        }
        let count = await done.value
        XCTAssertEqual(count, stores.count)
    }

    /// Everything before the disk was full is kept, and the store goes on when there is space again.
    func testFullDisk() async throws {
        let database = try Database.open(path, patience: 1000)
        let statements = try Statements(database)
        func spend(_ number: Int) throws(SQLiteError) {
            try statements.spend.run([.blob(ChallengeID(number).bytes + Array(repeating: 0, count: 2000)), .real(0)])
        }
        try database.execute("PRAGMA max_page_count = 40")
        var count = 0
        var failure: SQLiteError?
        while failure == nil, count < 1000 {
            do throws(SQLiteError) {
                try spend(count)
                count += 1
            } catch {
                failure = error
            }
        }
        XCTAssertEqual(failure?.code, ResultCode.full)
        XCTAssertThrowsError(try database.transaction { () throws(SQLiteError) in try spend(count) })
        XCTAssertEqual(try database.integer("SELECT count(*) FROM spent_challenges"), Int64(count))
        try database.execute("PRAGMA max_page_count = 1000")
        try database.transaction { () throws(SQLiteError) in try spend(count) }
        XCTAssertEqual(try database.integer("SELECT count(*) FROM spent_challenges"), Int64(count + 1))
    }
}

private actor Tally {
    private(set) var value = 0

    func count() { value += 1 }
}
