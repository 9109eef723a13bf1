#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Counts the new keys of accounts, by a token bucket for each.
///
/// An error that a requirement throws reaches the caller of the ceremony as `storeFailure`, never as a refusal.
///
/// A bucket outlives the account's keys: else removing them would fill it.
public protocol NewKeyQuotaStore: Sendable {
    /// Takes a token of an account, as `TokenBucket.taking(by:at:)` does it.
    ///
    /// Must be atomic for each account: of any number of calls at once, from all instances, exactly as many get true as there
    /// are tokens. ``TokenBucket/Terms`` has the numbers for one conditional write.
    ///
    /// - Parameters:
    ///   - account: The account, which stores tell apart by its UTF-8 bytes.
    ///   - limit: The size of the bucket, and how fast it fills.
    ///   - time: The time.
    /// - Returns: Whether there was one.
    /// - Throws: Any error of the store's own, also for a time that is out of range.
    func takeNewKeyToken(of account: String, by limit: NewKeyLimit, at time: Date) async throws -> Bool

    /// Forgets the buckets that are full. Calling it now and then keeps the store small.
    ///
    /// - Parameter time: Buckets that were full before this time are forgotten, which changes no answer after it.
    /// - Returns: How many were forgotten.
    /// - Throws: Any error of the store's own.
    func purgeNewKeyQuotas(before time: Date) async throws -> Int
}
