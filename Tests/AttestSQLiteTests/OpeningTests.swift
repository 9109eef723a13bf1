import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

#if canImport(Glibc)
import Glibc
#endif

final class OpeningTests: StoreTestCase {
    func testRestart() async throws {
        var record = try KeyRecord.sample()
        do {
            let store = try SQLiteStore(path: path)
            _ = try await store.register(record)
            _ = try await store.spend(ChallengeID(1), until: .distantFuture)
            let advanced = try await store.advance(record.keyID, to: 7, by: .strict, at: Date())
            record = try XCTUnwrap(advanced)
        }
        try await waitUntilClosed()
        let store = try SQLiteStore(path: path)
        let kept = try await store.record(record.keyID)
        XCTAssertEqual(kept, record)
        let fresh = try await store.spend(ChallengeID(1), until: .distantFuture)
        XCTAssertFalse(fresh)
        await assertRefused(.counterNotIncreased) {
            _ = try await store.advance(record.keyID, to: 7, by: .strict, at: Date())
        }
    }

    /// Waits for the stores' threads to close the file.
    ///
    /// The last connection takes the files beside it away.
    private func waitUntilClosed() async throws {
        for _ in 0..<1000 where isOpen(path) {
            try await Task.sleep(for: .milliseconds(5))
        }
        XCTAssertFalse(isOpen(path))
        XCTAssertFalse(FileManager.default.fileExists(atPath: path + "-wal"))
    }

    func testEveryStoreIsClosed() async throws {
        for number in 0..<20 {
            let store = try SQLiteStore(path: path)
            _ = try await store.spend(ChallengeID(number), until: .distantFuture)
        }
        try await waitUntilClosed()
    }

    func testPermissions() async throws {
        for mask: mode_t in [0, 0o022, 0o777] {
            let file = file("mask-\(mask)")
            let old = umask(mask)
            defer { _ = umask(old) }
            let store = try SQLiteStore(path: file)
            _ = try await store.spend(ChallengeID(1), until: .distantFuture)
            withExtendedLifetime(store) {
                for suffix in ["", "-wal", "-shm"] { XCTAssertEqual(permissions(file + suffix), 0o600, suffix) }
            }
        }
    }

    func testExistingFileKeepsItsPermissions() async throws {
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let store = try SQLiteStore(path: path)
        _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        withExtendedLifetime(store) {
            for suffix in ["", "-wal", "-shm"] { XCTAssertEqual(permissions(path + suffix), 0o640, suffix) }
        }
    }

    func testSettings() async throws {
        let database = try Database.configured(path)
        XCTAssertEqual(try database.text("PRAGMA journal_mode"), "wal")
        XCTAssertEqual(try database.integer("PRAGMA synchronous"), 2)
        XCTAssertEqual(try database.integer("PRAGMA trusted_schema"), 0)
        XCTAssertEqual(try database.integer("PRAGMA user_version"), 3)
        XCTAssertEqual(try database.integer("PRAGMA application_id"), Schema.applicationID)
    }

    func testExtendedCodes() throws {
        let database = try Database.configured(path)
        XCTAssertThrowsError(try database.execute("INSERT INTO spent_challenges VALUES (x'00', NULL)")) {
            XCTAssertEqual(($0 as? SQLiteError)?.code, 19)
            XCTAssertEqual(($0 as? SQLiteError)?.extendedCode, 19 | 5 << 8)
            XCTAssertEqual("\($0)", "constraint failed (SQLite result 1299)")
        }
    }

    func testPathsThatNameNoFile() async throws {
        for path in ["", ":memory:", path + "\0"] {
            await assertFails(ResultCode.cannotOpen) { _ = try SQLiteStore(path: path) }
        }
        await assertFails(ResultCode.cannotOpen, containing: "No such file or directory") {
            _ = try SQLiteStore(path: file("missing/store.db"))
        }
        await assertFails(ResultCode.cannotOpen, containing: "cannot create") {
            _ = try SQLiteStore(path: file(""))
        }
        try FileManager.default.createSymbolicLink(atPath: file("dangling"), withDestinationPath: file("nothing"))
        await assertFails(ResultCode.cannotOpen) { _ = try SQLiteStore(path: file("dangling")) }
        XCTAssertFalse(FileManager.default.fileExists(atPath: file("nothing")))
    }

    func testPathsThatLookLikeSomethingElse() async throws {
        for name in ["file:store?mode=memory", "a b", "100%", "o'brien", "ünïcödé 🔑", "--help", "store?mode=ro#x"] {
            _ = try SQLiteStore(path: file(name))
            XCTAssertEqual(permissions(file(name)), 0o600, name)
        }
        let folder = FileManager.default.currentDirectoryPath
        XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(file("")))
        defer { XCTAssertTrue(FileManager.default.changeCurrentDirectoryPath(folder)) }
        for name in ["file:relative?mode=memory", "relative", "-x"] {
            _ = try SQLiteStore(path: name)
            XCTAssertEqual(permissions(file(name)), 0o600, name)
        }
    }

    func testFilesThatAreNoDatabase() async throws {
        let before = Data(String(repeating: "This is a text and no database. ", count: 100).utf8)
        try before.write(to: URL(filePath: path))
        await assertFails(ResultCode.notADatabase, containing: "file is not a database") {
            _ = try SQLiteStore(path: path)
        }
        XCTAssertEqual(try Data(contentsOf: URL(filePath: path)), before)
    }

    func testDatabasesOfOthers() async throws {
        XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
        try tamper("CREATE TABLE users (name TEXT)")
        let before = try Data(contentsOf: URL(filePath: path))
        await assertFails(ResultCode.cannotOpen, containing: "another application") { _ = try SQLiteStore(path: path) }
        XCTAssertEqual(try Data(contentsOf: URL(filePath: path)), before)

        let other = file("other")
        XCTAssertTrue(FileManager.default.createFile(atPath: other, contents: nil))
        try Database.other(other, patience: 0).execute("PRAGMA user_version = 1")
        await assertFails(ResultCode.cannotOpen, containing: "another application") { _ = try SQLiteStore(path: other) }
    }

    func testMissingTables() async throws {
        _ = try SQLiteStore(path: path)
        try tamper("DROP TABLE keys")
        await assertFails(ResultCode.error) { _ = try SQLiteStore(path: path) }
    }

    func testNewerVersionIsRefused() async throws {
        _ = try SQLiteStore(path: path)
        for version in [4, 1000, Int(Int32.max), -1] {
            try tamper("PRAGMA user_version = \(version)")
            await assertFails(ResultCode.cannotOpen, containing: "version \(version) of the tables") {
                _ = try SQLiteStore(path: path)
            }
        }
        try tamper("PRAGMA user_version = 3")
        _ = try SQLiteStore(path: path)
    }

    func testMigrations() throws {
        func version() throws -> Int64 { try Database.other(path, patience: 0).integer("PRAGMA user_version") }
        _ = try SQLiteStore(path: path)
        let database = try Database.other(path, patience: 1000)
        try Schema.migrate(database, by: Schema.migrations + ["CREATE TABLE a (x)", "ALTER TABLE a ADD COLUMN y"])
        XCTAssertEqual(try version(), 5)
        XCTAssertEqual(try database.integer("SELECT count(y) FROM a"), 0)

        // All of it or nothing.
        XCTAssertThrowsError(
            try Schema.migrate(database, by: Schema.migrations + ["", "", "CREATE TABLE b (x)", "CREATE TABLE a (x)"]))
        XCTAssertEqual(try version(), 5)
        XCTAssertEqual(try database.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'b'"), 0)
        try Schema.migrate(database, by: Schema.migrations + ["", "", "CREATE TABLE b (x)"])
        XCTAssertEqual(try version(), 6)
    }

    func testManyOpenOneNewFileAtOnce() async throws {
        for round in 0..<15 {
            let file = file("round-\(round)")
            let wins = try await withThrowingTaskGroup { group in
                for _ in 0..<6 {
                    group.addTask { try await SQLiteStore(path: file).spend(ChallengeID(1), until: .distantFuture) }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            XCTAssertEqual(wins, 1)
        }
    }
}
