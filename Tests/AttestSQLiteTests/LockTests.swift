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
        let holder = try Database.other(path, patience: 1000)
        try holder.execute("BEGIN IMMEDIATE")
        async let fresh = store.spend(ChallengeID(1), until: .distantFuture)
        async let advanced = other.advance(record.keyID, to: 3, by: .window(8), at: Date())
        // Readers do not wait, and neither does opening a file whose tables are there.
        let read = try await SQLiteStore(path: path, patience: .milliseconds(0)).record(record.keyID)
        XCTAssertEqual(read, record)
        try await Task.sleep(for: .milliseconds(300))
        try holder.execute("COMMIT")
        let (isFresh, newRecord) = try await (fresh, advanced)
        XCTAssertTrue(isFresh)
        XCTAssertEqual(newRecord?.counter.highest, 3)
    }

    func testGivesUpInTheEnd() async throws {
        let store = try SQLiteStore(path: path, patience: .milliseconds(50))
        let holder = try Database.other(path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        await assertFails(ResultCode.busy, containing: "database is locked") {
            _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        }
        try holder.execute("ROLLBACK")
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    /// The wait counts from each call's arrival: calls that came together give up together, and not one after the other.
    func testCallsThatCameTogetherGiveUpTogether() async throws {
        let store = try SQLiteStore(path: path, patience: .seconds(2))
        let holder = try Database.other(path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        let start = ContinuousClock.now
        let codes = await withTaskGroup(of: Int32?.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do {
                        _ = try await store.spend(ChallengeID(number), until: .distantFuture)
                        return nil
                    } catch {
                        return (error as? SQLiteError)?.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(codes, Array(repeating: ResultCode.busy, count: 20))
        // One after the other, they would take 40 seconds.
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(20))
        try holder.execute("ROLLBACK")
    }

    /// While the lock is known to be held, calls fail fast; the first that gets it ends that.
    func testFailsFastWhileTheLockIsHeld() async throws {
        let store = try SQLiteStore(path: path, patience: .seconds(5))
        let holder = try Database.other(path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        let start = ContinuousClock.now
        for number in 0..<20 {
            await assertFails(ResultCode.busy) { _ = try await store.spend(ChallengeID(number), until: .distantFuture) }
        }
        // Each with all its patience, they would take 100 seconds.
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(50))
        try holder.execute("ROLLBACK")
        for number in 0..<20 {
            let fresh = try await store.spend(ChallengeID(number), until: .distantFuture)
            XCTAssertTrue(fresh)
        }
    }

    /// Tasks that are cancelled leave while the lock is still held, the one whose turn it is too, and have written nothing.
    func testWaitingCallsCanBeCancelled() async throws {
        let store = try SQLiteStore(path: path, patience: .seconds(600))
        let holder = try Database.other(path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        let tasks = (0..<10).map { number in
            Task { try await store.spend(ChallengeID(number), until: .distantFuture) }
        }
        try await waitForCalls(10, store)
        for task in tasks.reversed() { task.cancel() }
        for task in tasks {
            do {
                _ = try await task.value
                XCTFail("not cancelled")
            } catch {
                XCTAssertTrue(error is CancellationError, "\(error)")
            }
        }
        try holder.execute("ROLLBACK")
        for number in 0..<10 {
            let fresh = try await store.spend(ChallengeID(number), until: .distantFuture)
            XCTAssertTrue(fresh)
        }
    }

    func testACancelledTaskDoesNotBegin() async throws {
        let store = try SQLiteStore(path: path)
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
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertTrue(fresh)
    }

    /// Calls that only read do not wait behind those that wait for the lock.
    func testReadersAreServedMeanwhile() async throws {
        let store = try SQLiteStore(path: path, patience: .seconds(600))
        let record = try KeyRecord.sample()
        _ = try await store.register(record)
        let holder = try Database.other(path, patience: 0)
        try holder.execute("BEGIN IMMEDIATE")
        let writer = Task { try await store.spend(ChallengeID(1), until: .distantFuture) }
        try await waitForCalls(1, store)
        for _ in 0..<50 {
            let read = try await store.record(record.keyID)
            XCTAssertEqual(read, record)
        }
        try holder.execute("ROLLBACK")
        let fresh = try await writer.value
        XCTAssertTrue(fresh)
    }

    /// Whatever happens meanwhile, each call has one answer, and what it says is so.
    func testEveryCallIsAnsweredOnce() async throws {
        let path = path
        let store = try SQLiteStore(path: path, patience: .milliseconds(200))
        let holder = Task.detached {
            let holder = try Database.other(path, patience: 5000)
            while !Task.isCancelled {
                try holder.execute("BEGIN IMMEDIATE")
                try? await Task.sleep(for: .milliseconds(.random(in: 0...20)))
                try holder.execute("ROLLBACK")
                try? await Task.sleep(for: .milliseconds(.random(in: 0...20)))
            }
        }
        let spent = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let task = Task { try await store.spend(ChallengeID(number), until: .distantFuture) }
                    if number.isMultiple(of: 3) {
                        try? await Task.sleep(for: .milliseconds(.random(in: 0...50)))
                        task.cancel()
                    }
                    if number.isMultiple(of: 5) { _ = try? await store.records(of: "alice") }
                    return (try? await task.value) == true ? number : nil
                }
            }
            return await group.reduce(into: [Int]()) { if let number = $1 { $0.append(number) } }
        }
        holder.cancel()
        try await holder.value
        // Only returns when no call waits any more.
        await store.close()
        let again = try SQLiteStore(path: path)
        for number in spent {
            let fresh = try await again.spend(ChallengeID(number), until: .distantFuture)
            XCTAssertFalse(fresh)
        }
    }

    /// Waits until so many calls of a store have no answer yet.
    ///
    /// There may be one more for a moment: a call that has its answer is counted until the thread has noted it.
    private func waitForCalls(_ count: Int, _ store: SQLiteStore) async throws {
        for _ in 0..<6000 {
            if store.thread.waitingCount == count { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        XCTFail("\(store.thread.waitingCount) calls wait instead of \(count)")
    }

    func testOpeningWaitsForTheLock() async throws {
        let path = path
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
        // Before WAL a commit has to wait for those who read, such as a store that tries to open the file.
        let holder = try Database.other(path, patience: 10_000)
        try holder.execute("BEGIN IMMEDIATE")
        await assertFails(ResultCode.busy, containing: "cannot open") {
            _ = try SQLiteStore(path: path, patience: .milliseconds(50))
        }
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
        let holder = try Database.other(path, patience: 1000)
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
        let database = try Database.configured(path)
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
