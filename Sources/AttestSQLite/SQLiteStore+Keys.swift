public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SQLiteStore {
    /// Adds a record, unless its key is registered already.
    public func register(_ record: KeyRecord) async throws -> Bool {
        try await thread.write { session in
            try session.statements.register.run(record.columns)
            return session.database.changes == 1
        }
    }

    /// The record of a key; nil when it is not registered.
    public func record(_ keyID: KeyID) async throws -> KeyRecord? {
        try await thread.read { try $0.statements.record.first([.blob(keyID.bytes)], KeyRecord.init) }
    }

    /// The records of an account, the oldest first.
    public func records(of account: String) async throws -> [KeyRecord] {
        try await thread.read { try $0.statements.recordsOfAccount.all([.text(account)], KeyRecord.init) }
    }

    /// Accepts a counter of a key, and marks the key as used.
    public func advance(
        _ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date
    ) async throws -> KeyRecord? {
        try await thread.write { try $0.advance(keyID, to: counter, by: rule, at: time) }
    }

    /// Replaces the receipt of a key.
    public func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool {
        try await thread.write { session in
            try session.statements.updateReceipt.run([.blob(keyID.bytes), .blob(receipt)])
            return session.database.changes == 1
        }
    }

    /// Removes a key of an account, which can then be registered again.
    public func remove(_ keyID: KeyID, of account: String) async throws -> Bool {
        try await thread.write { session in
            try session.statements.remove.run([.blob(keyID.bytes), .text(account)])
            return session.database.changes == 1
        }
    }

    /// Removes all keys of an account.
    public func removeAll(of account: String) async throws -> Int {
        try await thread.write { session in
            try session.statements.removeAccount.run([.text(account)])
            return session.database.changes
        }
    }
}

extension Session {
    fileprivate func advance(
        _ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date
    ) throws -> KeyRecord? {
        // The usual case is a single conditional write. Whatever it does not accept is looked at below.
        if rule == .strict,
            let record = try statements.advanceStrictly.first(
                [.blob(keyID.bytes), .integer(Int64(counter)), time.column], KeyRecord.init)
        {
            return record
        }
        return try database.transaction { () throws(SQLiteError) -> Result<KeyRecord?, AttestError> in
            guard var record = try statements.record.first([.blob(keyID.bytes)], KeyRecord.init) else {
                return .success(nil)
            }
            do throws(AttestError) {
                record.counter = try record.counter.accepting(counter, by: rule)
            } catch {
                return .failure(error)
            }
            record.lastUsed = time
            try statements.updateCounter.run([
                .blob(keyID.bytes), .integer(Int64(record.counter.highest)),
                .integer(Int64(bitPattern: record.counter.recent)), time.column,
            ])
            return .success(record)
        }.get()
    }
}
