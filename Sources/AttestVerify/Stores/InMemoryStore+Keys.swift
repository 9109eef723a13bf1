public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension InMemoryStore {
    /// Adds a record, unless its key is registered already.
    public func register(_ record: KeyRecord) -> Bool {
        guard keys[record.keyID] == nil else { return false }
        keys[record.keyID] = StoredKey(record)
        return true
    }

    /// The record of a key; nil when it is not registered.
    public func record(_ keyID: KeyID) -> KeyRecord? {
        keys[keyID]?.record
    }

    /// The records of an account, the oldest first.
    public func records(of account: String) -> [KeyRecord] {
        keys.belonging(to: account).map(\.record).sorted { $0.created < $1.created }
    }

    /// Accepts a counter of a key, and marks the key as used.
    public func advance(
        _ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date
    ) throws -> KeyRecord? {
        guard var record = keys[keyID]?.record else { return nil }
        record.counter = try record.counter.accepting(counter, by: rule)
        record.lastUsed = time
        keys[keyID]?.record = record
        return record
    }

    /// Replaces the receipt of a key by one whose times are unknown.
    public func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) -> Bool {
        keys[keyID]?.update(receipt) != nil
    }

    /// Removes a key of an account, which can then be registered again.
    public func remove(_ keyID: KeyID, of account: String) -> Bool {
        guard let key = keys[keyID], key.record.belongs(to: account) else { return false }
        keys[keyID] = nil
        return true
    }

    /// Removes all keys of an account.
    public func removeAll(of account: String) -> Int {
        keys.removeAll(of: account)
    }
}
