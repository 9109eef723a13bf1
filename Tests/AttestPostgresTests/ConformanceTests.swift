import AttestTesting
import XCTest

/// The rules that every store keeps.
final class ConformanceTests: StoreTestCase {
    func testConformance() async throws {
        let store = try await makeStore()
        for check in StoreConformance.checks {
            try await sql("TRUNCATE attest.keys, attest.spent_challenges")
            try await check.run { store }
        }
    }

    func testConformanceOnOneConnection() async throws {
        let store = try await makeStore(pool: 1)
        for check in StoreConformance.checks {
            try await sql("TRUNCATE attest.keys, attest.spent_challenges")
            try await check.run { store }
        }
    }
}
