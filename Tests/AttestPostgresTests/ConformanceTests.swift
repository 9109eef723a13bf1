import AttestPostgres
import AttestTesting
import XCTest

/// The rules that every store keeps.
final class ConformanceTests: StoreTestCase {
    func testConformance() async throws { try await conform(makeStore()) }

    func testConformanceOnOneConnection() async throws { try await conform(makeStore(pool: 1)) }

    private func conform(_ store: PostgresStore) async throws {
        func empty() async throws -> PostgresStore {
            try await sql("TRUNCATE attest.keys, attest.risk_samples, attest.spent_challenges, attest.new_key_quotas")
            return store
        }
        for check in StoreConformance.checks { try await check.run { try await empty() } }
        for check in StoreConformance.receiptChecks { try await check.run { try await empty() } }
        for check in StoreConformance.quotaChecks { try await check.run { try await empty() } }
    }
}
