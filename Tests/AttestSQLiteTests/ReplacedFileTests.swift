import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

/// Files that are deleted or replaced while a store has them open.
final class ReplacedFileTests: StoreTestCase {
    private let files = FileManager.default

    /// Each file of the three, taken away and put back, deleted, and replaced by another one.
    func testEveryFile() async throws {
        for (number, suffix) in ["", "-wal", "-shm"].enumerated() {
            let database = file("store-\(number).db")
            let store = try SQLiteStore(path: database)
            let record = try KeyRecord.sample()
            _ = try await store.register(record)
            let changed = database + suffix

            try files.moveItem(atPath: changed, toPath: file("away"))
            try await assertNoticed(store, record, changed)
            // A copy of the same bytes is another file.
            try files.copyItem(atPath: file("away"), toPath: changed)
            try await assertNoticed(store, record, changed)
            try files.removeItem(atPath: changed)
            try files.moveItem(atPath: file("away"), toPath: changed)
            let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
            XCTAssertTrue(fresh, "the file is back")
            let health = await store.health()
            XCTAssertEqual(health.isWritable, true)

            try files.removeItem(atPath: changed)
            try await assertNoticed(store, record, changed)
            await store.close()
        }
    }

    private func assertNoticed(
        _ store: SQLiteStore, _ record: KeyRecord, _ changed: String, line: UInt = #line
    ) async throws {
        let text = "\(changed) was deleted or replaced"
        let writes: [() async throws -> Void] = [
            { _ = try await store.spend(ChallengeID(9), until: .distantFuture) },
            { _ = try await store.spend(ChallengeID(9), until: .distantFuture, loading: record.keyID) },
            { _ = try await store.register(record) },
            { _ = try await store.advance(record.keyID, to: 1, by: .strict, at: Date()) },
            { _ = try await store.advance(record.keyID, to: 1, by: .window(8), at: Date()) },
            { _ = try await store.updateReceipt(record.keyID, to: []) },
            { _ = try await store.removeAll(of: "alice") },
            { _ = try await store.purge(before: .distantFuture) },
            { _ = try await store.purgeNewKeyQuotas(before: .distantFuture) },
            { _ = try await store.claimReceipts(dueAt: Date(), reservedUntil: .distantFuture, limit: 1) },
            { _ = try await store.postponeReceipt(record.keyID, until: nil) },
        ]
        for write in writes { await assertFails(ResultCode.readOnly, containing: text, line: line, write) }
        let kept = try await store.record(record.keyID)
        XCTAssertEqual(kept, record, line: line)
        let health = await store.health()
        XCTAssertTrue(health.isReachable, line: line)
        XCTAssertEqual(health.isWritable, false, line: line)
        XCTAssertTrue(health.notes.contains { $0.contains(text) }, "\(health.notes)", line: line)
    }

    /// A backup that is moved over the file, as an operator would restore one.
    func testARestoredBackup() async throws {
        let store = try SQLiteStore(path: path)
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        do {
            let backup = try SQLiteStore(path: file("backup.db"))
            await backup.close()
        }
        XCTAssertEqual(unsafe rename(file("backup.db"), path), 0)
        await assertFails(ResultCode.readOnly, containing: "deleted or replaced") {
            _ = try await store.spend(ChallengeID(2), until: .distantFuture)
        }
        await store.close()
    }

    /// What is at the path before a file is opened must be there afterwards too, or the wrong file would be remembered.
    func testAFileThatIsReplacedWhileItIsOpened() throws {
        try DatabaseFile.create(at: path)
        let database = try Database(path: path)
        try database.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
        XCTAssertNoThrow(try OpenFiles(of: database, openedAs: OpenFiles.identity(path)))
        XCTAssertThrowsError(try OpenFiles(of: database, openedAs: OpenFiles.identity("/")))
        XCTAssertThrowsError(try OpenFiles(of: database, openedAs: nil))
    }

    /// The files are found wherever the process is, and through symbolic links.
    func testPathsThatAreResolved() async throws {
        let folder = files.currentDirectoryPath
        XCTAssertTrue(files.changeCurrentDirectoryPath(file("")))
        let relative = try SQLiteStore(path: "relative.db")
        XCTAssertTrue(files.changeCurrentDirectoryPath(folder))
        try files.createDirectory(atPath: file("real"), withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: file("link"), withDestinationPath: file("real"))
        let linked = try SQLiteStore(path: file("link/store.db"))
        try files.createSymbolicLink(atPath: file("store-link"), withDestinationPath: file("relative.db"))
        let same = try SQLiteStore(path: file("store-link"))
        for (number, store) in [relative, linked, same].enumerated() {
            let fresh = try await store.spend(ChallengeID(number), until: .distantFuture)
            XCTAssertTrue(fresh)
        }
    }
}
