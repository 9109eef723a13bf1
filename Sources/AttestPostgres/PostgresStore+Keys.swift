public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension PostgresStore {
    /// Adds a record, unless its key is registered already.
    public func register(_ record: KeyRecord) async throws -> Bool {
        try await pool.run(.register, record.parameters).count == 1
    }

    /// The record of a key; nil when it is not registered.
    public func record(_ keyID: KeyID) async throws -> KeyRecord? {
        try await pool.run(.record, Self.parameters(keyID.bytes)).rows.first.map { try KeyRecord($0) }
    }

    /// The records of an account, the oldest first.
    public func records(of account: String) async throws -> [KeyRecord] {
        try await pool.run(.recordsOfAccount, Self.parameters(account.utf8)).rows.map { try KeyRecord($0) }
    }

    /// Accepts a counter of a key, and marks the key as used.
    public func advance(
        _ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date
    ) async throws -> KeyRecord? {
        var parameters = Self.parameters(keyID.bytes)
        parameters.append(Int64(counter))
        parameters.append(Int64(rule.window))
        parameters.append(Int64(rule.maximumJump ?? .max))
        parameters.append(try time.timestamp)
        for _ in 0..<100 {
            if let row = try await pool.run(.advance, parameters).rows.first { return try KeyRecord(row) }
            // Not accepted: is the key unknown, or why is the counter refused? It is refused by the state at this moment, or
            // else the key was registered again since, and is then tried again.
            guard let record = try await record(keyID) else { return nil }
            _ = try record.counter.accepting(counter, by: rule)
        }
        throw PostgresError("the key keeps being re-registered")
    }

    /// Replaces the receipt of a key.
    public func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool {
        var parameters = Self.parameters(keyID.bytes)
        parameters.append(receipt)
        return try await pool.run(.updateReceipt, parameters).count == 1
    }

    /// Removes a key of an account, which can then be registered again.
    public func remove(_ keyID: KeyID, of account: String) async throws -> Bool {
        var parameters = Self.parameters(keyID.bytes)
        parameters.append(account.utf8)
        return try await pool.run(.remove, parameters).count == 1
    }

    /// Removes all keys of an account.
    public func removeAll(of account: String) async throws -> Int {
        try await pool.run(.removeAccount, Self.parameters(account.utf8)).count
    }

    static func parameters(_ value: some Collection<UInt8>) -> Parameters {
        var parameters = Parameters()
        parameters.append(value)
        return parameters
    }
}
