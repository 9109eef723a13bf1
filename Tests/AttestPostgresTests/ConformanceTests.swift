import AttestPostgres
import AttestTesting
import XCTest

/// The rules that every store keeps.
final class ConformanceTests: StoreTestCase {
    private func emptied(_ store: PostgresStore) async throws -> PostgresStore {
        try await sql(
            """
            DELETE FROM attest.keys; DELETE FROM attest.spent_challenges; DELETE FROM attest.new_key_quotas;
            UPDATE attest.purge_mark SET expiry = NULL, committed = NULL
            """)
        return store
    }

    func testConformance() async throws {
        let store = try await makeStore()
        for check in StoreConformance.checks { try await check.run { try await emptied(store) } }
        for check in StoreConformance.receiptChecks { try await check.run { try await emptied(store) } }
        for check in StoreConformance.quotaChecks { try await check.run { try await emptied(store) } }
    }

    func testConformanceOnOneConnection() async throws {
        let store = try await makeStore(pool: 1)
        for check in StoreConformance.checks { try await check.run { try await emptied(store) } }
    }
}
