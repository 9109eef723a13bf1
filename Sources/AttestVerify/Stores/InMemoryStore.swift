public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store in the memory of one process: everything is lost when it ends.
///
/// Its memory stays bounded: used challenges are forgotten as they expire, without a call of `purge`.
public actor InMemoryStore: AttestStore {
    private var spent: [ChallengeID: Date] = [:]
    private var records: [KeyID: KeyRecord] = [:]
    private var nextPurge = InMemoryStore.smallestPurge
    private let clock: @Sendable () -> Date

    private static let smallestPurge = 1024

    /// Makes an empty store.
    ///
    /// - Parameter clock: The time by which used challenges are forgotten.
    public init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
    }

    /// Marks a challenge as used.
    public func spend(_ challenge: ChallengeID, until expiry: Date) -> Bool {
        // Whenever the number has doubled since the last time, so that a spend costs the same on average.
        if spent.count >= nextPurge {
            _ = purge(before: clock())
            nextPurge = max(Self.smallestPurge, spent.count * 2)
        }
        return spent.updateValue(expiry, forKey: challenge) == nil
    }

    /// Forgets the challenges whose time is over.
    public func purge(before time: Date) -> Int {
        let count = spent.count
        spent = spent.filter { $0.value >= time }
        return count - spent.count
    }

    /// Adds a record, unless its key is registered already.
    public func register(_ record: KeyRecord) -> Bool {
        guard records[record.keyID] == nil else { return false }
        records[record.keyID] = record
        return true
    }

    /// The record of a key; nil when it is not registered.
    public func record(_ keyID: KeyID) -> KeyRecord? {
        records[keyID]
    }

    /// The records of an account, the oldest first.
    public func records(of account: String) -> [KeyRecord] {
        records.values.filter { $0.belongs(to: account) }.sorted { $0.created < $1.created }
    }

    /// Accepts a counter of a key, and marks the key as used.
    public func advance(
        _ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date
    ) throws -> KeyRecord? {
        guard var record = records[keyID] else { return nil }
        record.counter = try record.counter.accepting(counter, by: rule)
        record.lastUsed = time
        records[keyID] = record
        return record
    }

    /// Replaces the receipt of a key.
    public func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) -> Bool {
        guard records[keyID] != nil else { return false }
        records[keyID]?.receipt = receipt
        return true
    }

    /// Removes a key, which can then be registered again.
    public func remove(_ keyID: KeyID) -> Bool {
        records.removeValue(forKey: keyID) != nil
    }

    /// Removes all keys of an account.
    public func removeAll(of account: String) -> Int {
        let count = records.count
        records = records.filter { !$0.value.belongs(to: account) }
        return count - records.count
    }

    /// How many used challenges are remembered.
    package var spentCount: Int { spent.count }
}
