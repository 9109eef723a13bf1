internal import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store in the memory of one process: everything is lost when it ends.
///
/// Its memory stays bounded: used challenges are forgotten as they expire, and quotas of new keys as they fill up, without a
/// call of `purge` or `purgeNewKeyQuotas`.
public actor InMemoryStore: HealthReportingStore, ReceiptStore, NewKeyQuotaStore {
    private var spent = SpentChallenges()
    private var buckets = Purged<[UInt8], TokenBucket>()
    var refreshBucket = TokenBucket.full
    var keys = KeyTable()
    private let clock: @Sendable () -> Date

    /// Makes an empty store.
    ///
    /// - Parameter clock: The time by which used challenges are forgotten.
    public init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
    }

    /// Marks a challenge as used.
    public func spend(_ challenge: ChallengeID, until expiry: Date) -> Bool {
        spent.spend(challenge, until: expiry, now: clock())
    }

    /// Forgets the challenges whose time is over.
    public func purge(before time: Date) -> Int {
        spent.purge(before: time)
    }

    /// Takes a token of an account.
    public func takeNewKeyToken(of account: String, by limit: NewKeyLimit, at time: Date) throws -> Bool {
        let now = try TokenBucket.microseconds(time)
        if buckets.hasDoubled { _ = buckets.purge { $0.fullAt < now } }
        let account = Array(account.utf8)
        guard let bucket = try (buckets.values[account] ?? .full).taking(by: limit, at: time) else { return false }
        buckets.values[account] = bucket
        return true
    }

    /// Forgets the buckets that are full.
    public func purgeNewKeyQuotas(before time: Date) throws -> Int {
        let time = try TokenBucket.microseconds(time)
        return buckets.purge { $0.fullAt < time }
    }

    /// Always reachable and writable, and never durable.
    ///
    /// - Returns: The report.
    public func health() -> StoreHealth {
        StoreHealth(isReachable: true, isWritable: true, isDurable: false)
    }

    /// How many used challenges are remembered.
    package var spentCount: Int { spent.count }

    /// How many accounts' new keys are counted.
    package var bucketCount: Int { buckets.values.count }
}
