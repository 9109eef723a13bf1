public import AttestCore

/// Registered keys in the memory of one process: they are lost when it ends.
public actor InMemoryKeyStore {
    private var records: [KeyID: KeyRecord] = [:]

    /// Makes an empty store.
    public init() {}

    /// The record of a key; nil when it is not registered.
    public func record(_ keyID: KeyID) -> KeyRecord? {
        records[keyID]
    }

    /// Adds a record, unless its key is registered already.
    ///
    /// - Returns: Whether it was added.
    func register(_ record: KeyRecord) -> Bool {
        guard records[record.keyID] == nil else { return false }
        records[record.keyID] = record
        return true
    }

    /// Raises the counter of a key in one step, if the new value is above the stored one.
    ///
    /// - Returns: The record with the new counter; nil when the stored one is not below it.
    func advance(_ keyID: KeyID, to counter: UInt32) -> KeyRecord? {
        guard let stored = records[keyID], stored.counter < counter else { return nil }
        records[keyID]?.counter = counter
        return records[keyID]
    }
}
