import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

/// A test with a folder of its own, for a file of a store.
class StoreTestCase: XCTestCase {
    private let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "attest-sqlite-\(UUID().uuidString)")

    /// The path of a file that does not exist at first.
    var path: String { file("store.db") }

    override func setUpWithError() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        // Stores close their files on their own threads, after the last use, and these vanish while they are removed.
        for _ in 0..<100 where FileManager.default.fileExists(atPath: folder.path) {
            try? FileManager.default.removeItem(at: folder)
        }
        XCTAssertFalse(FileManager.default.fileExists(atPath: folder.path))
    }

    func file(_ name: String) -> String {
        folder.appending(path: name).path(percentEncoded: false)
    }

    /// Whether this process has a file open, or one whose path begins so.
    func isOpen(_ path: String) -> Bool {
        #if os(Linux)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return files.contains {
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            return file?.hasPrefix(path) ?? false
        }
        #else
        return FileManager.default.fileExists(atPath: path + "-wal")
        #endif
    }

    /// The permissions of a file; nil when there is none.
    func permissions(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
    }

    /// Changes a store's file behind the store's back, and lets it do so where a constraint forbids it.
    func tamper(_ sql: String) throws {
        let database = try Database.other(path, patience: 1000)
        try database.execute("PRAGMA ignore_check_constraints = ON")
        try database.execute(sql)
    }

    /// Asserts that a closure throws an error of SQLite, of one primary result code.
    func assertFails(
        _ code: Int32, containing text: String? = nil, file: StaticString = #filePath, line: UInt = #line,
        _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            XCTFail("no error", file: file, line: line)
        } catch let error as SQLiteError {
            XCTAssertEqual(error.code, code, "\(error)", file: file, line: line)
            if let text { XCTAssertTrue(error.message.contains(text), "\(error)", file: file, line: line) }
        } catch {
            XCTFail("\(error)", file: file, line: line)
        }
    }

    /// Asserts that a closure refuses, under one code.
    func assertRefused(
        _ code: AttestError.Code, file: StaticString = #filePath, line: UInt = #line, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            XCTFail("accepted, expected \(code)", file: file, line: line)
        } catch {
            XCTAssertEqual((error as? AttestError)?.code, code, "\(error)", file: file, line: line)
        }
    }
}

extension Database {
    /// Opens a file as another program would, which waits that many milliseconds for locks.
    static func other(_ path: String, patience: Int) throws(SQLiteError) -> Database {
        let database = try Database(path: path)
        try database.execute("PRAGMA busy_timeout = \(patience)")
        return database
    }

    /// Opens a file with the settings and tables of a store.
    static func configured(_ path: String) throws(SQLiteError) -> Database {
        try DatabaseFile.create(at: path)
        let database = try Database.other(path, patience: 1000)
        try database.configure()
        return database
    }
}

/// SQLite's result codes, as its documentation numbers them.
enum ResultCode {
    static let error: Int32 = 1
    static let busy: Int32 = 5
    static let readOnly: Int32 = 8
    static let corrupt: Int32 = 11
    static let full: Int32 = 13
    static let cannotOpen: Int32 = 14
    static let constraint: Int32 = 19
    static let notADatabase: Int32 = 26
}

extension ChallengeID {
    /// The challenge with a number.
    init(_ number: Int) {
        self.init(bytes: (0..<16).map { UInt8(truncatingIfNeeded: number >> (8 * min($0, 7))) })
    }

    static func random() -> ChallengeID {
        ChallengeID(bytes: (0..<16).map { _ in .random(in: .min ... .max) })
    }
}

extension KeyID {
    static func random() throws -> KeyID {
        try KeyID(bytes: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }
}

extension KeyRecord {
    /// A record with everything in it, unless told otherwise.
    static func sample(
        _ keyID: KeyID? = nil, account: String = "alice", environment: AttestEnvironment = .production,
        receipt: [UInt8]? = [1, 2, 3], launchCategory: LaunchCategory? = .appStore, bundleVersion: String? = "1.2.3",
        counter: CounterState = .initial, created: Date = Date(), lastUsed: Date? = nil,
        receiptTimes: ReceiptTimes? = nil, riskMetric: UInt32? = nil
    ) throws -> KeyRecord {
        KeyRecord(
            keyID: try keyID ?? .random(),
            publicKey: try P256PublicKey(x963: [4] + (0..<64).map { _ in UInt8.random(in: .min ... .max) }),
            account: account, appID: try AppID("A1B2C3D4E5.com.example.app"), environment: environment,
            receipt: receipt, launchCategory: launchCategory, bundleVersion: bundleVersion, counter: counter,
            created: created, lastUsed: lastUsed, receiptTimes: receiptTimes, riskMetric: riskMetric)
    }
}
