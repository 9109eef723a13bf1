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
public actor InMemoryStore: AttestStore, ReceiptStore, NewKeyQuotaStore {
    private var spent = Purged<ChallengeID, Date>()
    private var buckets = Purged<[UInt8], TokenBucket>()
    var refreshBucket = TokenBucket.full
    var keys: [KeyID: StoredKey] = [:]
    private let clock: @Sendable () -> Date

    /// Makes an empty store.
    ///
    /// - Parameter clock: The time by which used challenges are forgotten.
    public init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
    }

    /// Marks a challenge as used.
    public func spend(_ challenge: ChallengeID, until expiry: Date) -> Bool {
        let now = clock()
        spent.purgeIfDoubled { $0 < now }
        return spent.values.updateValue(expiry, forKey: challenge) == nil
    }

    /// Forgets the challenges whose time is over.
    public func purge(before time: Date) -> Int {
        spent.purge { $0 < time }
    }

    /// Takes a token of an account.
    public func takeNewKeyToken(of account: String, by limit: NewKeyLimit, at time: Date) throws -> Bool {
        let now = try TokenBucket.microseconds(time)
        buckets.purgeIfDoubled { $0.fullAt < now }
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

    /// How many used challenges are remembered.
    package var spentCount: Int { spent.values.count }

    /// How many accounts' new keys are counted.
    package var bucketCount: Int { buckets.values.count }
}

/// Values that are of use for some time only.
private struct Purged<Key: Hashable, Value> {
    private static var smallest: Int { 1024 }

    var values: [Key: Value] = [:]
    private var next = Self.smallest

    /// Forgets whatever is over whenever the number has doubled since the last time, so that it costs the same on average.
    mutating func purgeIfDoubled(_ isOver: (Value) -> Bool) {
        guard values.count >= next else { return }
        _ = purge(isOver)
        next = max(Self.smallest, values.count * 2)
    }

    /// Forgets whatever is over.
    mutating func purge(_ isOver: (Value) -> Bool) -> Int {
        let count = values.count
        values = values.filter { !isOver($0.value) }
        return count - values.count
    }
}
