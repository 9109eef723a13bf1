public import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The life cycle of keys. Several keys for one account are normal: one for each device, and a new one after each
/// installation.
extension AttestVerifier {
    /// The registered keys of an account, the oldest first.
    ///
    /// - Parameter account: The account.
    /// - Returns: The records.
    /// - Throws: `storeFailure`, or `CancellationError`.
    public func keys(of account: String) async throws -> [KeyRecord] {
        try await managing("records") { try await store.records(of: account) }
    }

    /// Removes a key of an account; the same key can then be registered again.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - account: The account that it belongs to.
    /// - Returns: Whether the account had such a key.
    /// - Throws: `accountMismatch` for a key of another account; `storeFailure`, or `CancellationError`.
    @discardableResult
    public func removeKey(_ keyID: KeyID, of account: String) async throws -> Bool {
        // The store compares the account as it removes. What is read afterwards only explains why nothing was removed: read
        // before, the key could have come to another account by the time it is removed.
        if try await managing("remove", { try await store.remove(keyID, of: account) }) { return true }
        let record = try await managing("record") { try await store.record(keyID) }
        if let record, !record.belongs(to: account) {
            throw AttestError(.accountMismatch, "the key belongs to another account")
        }
        return false
    }

    /// Removes all keys of an account, as when the account is deleted.
    ///
    /// - Parameter account: The account.
    /// - Returns: How many there were.
    /// - Throws: `storeFailure`, or `CancellationError`.
    @discardableResult
    public func removeAllKeys(of account: String) async throws -> Int {
        try await managing("removeAll") { try await store.removeAll(of: account) }
    }

    /// Forgets used challenges whose time is over; call it every few minutes where the store does not do it by itself.
    ///
    /// - Returns: How many were deleted; a store may leave some to a later call.
    /// - Throws: `storeFailure`, or `CancellationError`.
    @discardableResult
    public func purgeSpentChallenges() async throws -> Int {
        try await managing("purge") { try await store.purge(before: clock()) }
    }

    /// Forgets what is counted of new keys of accounts that have their full number again; call it every hour or so.
    ///
    /// - Returns: How many accounts were forgotten; 0 when the risk policy has no limit for new keys.
    /// - Throws: `storeFailure`, or `CancellationError`.
    @discardableResult
    public func purgeNewKeyQuotas() async throws -> Int {
        guard let newKeys = risk?.newKeys else { return 0 }
        return try await managing("purgeNewKeyQuotas") {
            try await newKeys.store.purgeNewKeyQuotas(before: clock().addingTimeInterval(-TokenBucket.memory))
        }
    }

    private func managing<Value>(_ call: StaticString, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await storing(call, body)
        } catch let failure as StoreError {
            throw failure.asAttestError
        }
    }
}
