public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Keeps the registered keys.
///
/// An error that a requirement throws reaches the caller of the ceremony as `storeFailure`, never as a refusal.
public protocol KeyStore: Sendable {
    /// Adds a record, unless its key is registered already.
    ///
    /// Must be atomic: of any number of calls with one key, one gets true.
    ///
    /// - Returns: Whether it was added.
    func register(_ record: KeyRecord) async throws -> Bool

    /// The record of a key; nil when it is not registered.
    func record(_ keyID: KeyID) async throws -> KeyRecord?

    /// The records of an account, the oldest first.
    func records(of account: String) async throws -> [KeyRecord]

    /// Accepts a counter of a key, and marks the key as used.
    ///
    /// Must be atomic: the stored state is read, `CounterState.accepting(_:by:)` called on it, and its result written, in
    /// one step that no other call for the key comes between. With the strict rule and no largest jump that is one
    /// conditional write: highest = counter where highest < counter.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - counter: The counter of an assertion whose signature was verified.
    ///   - rule: Which counters are accepted.
    ///   - time: When the key was used.
    /// - Returns: The record as it is now; nil when the key is not registered.
    /// - Throws: An `AttestError`, as `CounterState.accepting(_:by:)` throws it, when the counter is refused; any other
    ///   error when the store fails.
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord?

    /// Replaces the receipt of a key.
    ///
    /// - Returns: Whether the key is registered.
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool

    /// Removes a key of an account, which can then be registered again.
    ///
    /// Must be atomic: the account is compared and the key removed in one step, so that a key that was removed and registered
    /// for another account in the meantime stays. Accounts are compared byte by byte.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - account: The account that it must belong to.
    /// - Returns: Whether it was removed; false when it is not registered, or belongs to another account.
    /// - Throws: Any error of the store's own.
    func remove(_ keyID: KeyID, of account: String) async throws -> Bool

    /// Removes all keys of an account.
    ///
    /// - Returns: How many there were.
    func removeAll(of account: String) async throws -> Int
}
