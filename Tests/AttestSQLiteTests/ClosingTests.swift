import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

final class ClosingTests: StoreTestCase {
    /// When it returns, no file is open and the folder can be removed.
    func testClose() async throws {
        for number in 0..<20 {
            let store = try SQLiteStore(path: path)
            _ = try await store.spend(ChallengeID(number), until: .distantFuture)
            await store.close()
            XCTAssertFalse(isOpen(path))
            XCTAssertFalse(FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    func testLaterCallsFail() async throws {
        let store = try SQLiteStore(path: path)
        let record = try KeyRecord.sample()
        await store.close()
        await store.close()
        await assertClosed { _ = try await store.spend(ChallengeID(1), until: .distantFuture) }
        await assertClosed { _ = try await store.register(record) }
        await assertClosed { _ = try await store.record(record.keyID) }
        await assertClosed { _ = try await store.purge(before: .distantFuture) }
        let health = await store.health()
        XCTAssertFalse(health.isReachable)
        XCTAssertEqual(health.isWritable, false)
        XCTAssertTrue(health.notes.contains { $0.contains("closed") }, "\(health.notes)")
    }

    private func assertClosed(line: UInt = #line, _ body: () async throws -> Void) async {
        await assertFails(21, containing: "the store is closed", line: line, body)
    }

    /// Calls that came before have their answers, also those that wait for a lock.
    func testWaitsForTheCallsBefore() async throws {
        let store = try SQLiteStore(path: path, patience: .seconds(600))
        let holder = try Database.other(path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        let tasks = (0..<10).map { number in
            Task { try await store.spend(ChallengeID(number), until: .distantFuture) }
        }
        for _ in 0..<6000 where store.thread.waitingCount < 10 { try await Task.sleep(for: .milliseconds(5)) }
        let closings = (0..<3).map { _ in Task { await store.close() } }
        // Until new calls are refused.
        var refused = false
        for _ in 0..<6000 where !refused {
            do { _ = try await store.record(.random()) } catch { refused = true }
            await Task.yield()
        }
        XCTAssertTrue(refused)
        XCTAssertTrue(isOpen(path))
        try holder.execute("ROLLBACK")
        for closing in closings { await closing.value }
        for task in tasks {
            let fresh = try await task.value
            XCTAssertTrue(fresh)
        }
        let again = try SQLiteStore(path: path)
        let fresh = try await again.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertFalse(fresh)
    }
}
