internal import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    /// Takes a token of an account, which is kept by its SHA-256 hash.
    public func takeNewKeyToken(of account: String, by limit: NewKeyLimit, at time: Date) async throws -> Bool {
        let terms = try TokenBucket.Terms(limit, at: time)
        let account = SQLValue.blob(try sha256(account.utf8))
        return try await thread.write { session in
            try session.statements.takeToken.run([
                account, .integer(terms.now), .integer(terms.latest), .integer(terms.interval),
            ])
            return session.database.changes == 1
        }
    }

    /// Forgets the buckets that are full.
    public func purgeNewKeyQuotas(before time: Date) async throws -> Int {
        let time = SQLValue.integer(try TokenBucket.microseconds(time))
        return try await inBatches { session, batch in try session.statements.purgeQuotas.run([time, batch]) }
    }
}
