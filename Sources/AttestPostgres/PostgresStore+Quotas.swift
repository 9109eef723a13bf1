internal import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PostgresStore {
    /// Takes a token of an account, which is kept by its SHA-256 hash.
    public func takeNewKeyToken(of account: String, by limit: NewKeyLimit, at time: Date) async throws -> Bool {
        try await takeToken(of: sha256(account.utf8), TokenBucket.Terms(limit, at: time))
    }

    /// Takes the token that an exchange of a receipt needs.
    public func takeRefreshToken(by rate: RefreshRate, at time: Date) async throws -> Bool {
        try await takeToken(of: TokenBucket.refreshKey, TokenBucket.Terms(rate, at: time))
    }

    private func takeToken(of key: [UInt8], _ terms: TokenBucket.Terms) async throws -> Bool {
        var parameters = Self.parameters(key)
        parameters.append(terms.now)
        parameters.append(terms.latest)
        parameters.append(terms.interval)
        parameters.append(terms.horizon)
        return try await pool.run(.takeToken, parameters).count == 1
    }

    /// Forgets the buckets that are full.
    ///
    /// Those that another call is about to forget at the same time are left to it.
    public func purgeNewKeyQuotas(before time: Date) async throws -> Int {
        try await purge(.purgeQuotas, before: TokenBucket.microseconds(time))
    }
}
