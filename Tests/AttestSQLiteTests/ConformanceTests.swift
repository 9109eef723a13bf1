import AttestSQLite
import AttestTesting
import Foundation
import XCTest

/// The rules that every store keeps.
final class ConformanceTests: XCTestCase {
    func testConformance() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func makeStore() throws -> SQLiteStore { try SQLiteStore(path: "\(folder)/\(UUID().uuidString).sqlite") }
        for check in StoreConformance.checks { try await check.run { try makeStore() } }
        for check in StoreConformance.receiptChecks { try await check.run { try makeStore() } }
        for check in StoreConformance.quotaChecks { try await check.run { try makeStore() } }
    }
}
