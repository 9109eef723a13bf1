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
        try await takeToken(of: sha256(account.utf8), TokenBucket.Terms(limit, at: time))
    }

    /// Takes the token that an exchange of a receipt needs.
    public func takeRefreshToken(by rate: RefreshRate, at time: Date) async throws -> Bool {
        try await takeToken(of: TokenBucket.refreshKey, TokenBucket.Terms(rate, at: time))
    }

    private func takeToken(of key: [UInt8], _ terms: TokenBucket.Terms) async throws -> Bool {
        try await thread.write { session in
            try session.statements.takeToken.run([
                .blob(key), .integer(terms.now), .integer(terms.latest), .integer(terms.interval),
                .integer(terms.horizon),
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
