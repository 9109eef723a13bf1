#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Remembers the challenges that were used, until they would have expired anyway.
///
/// An error that a requirement throws reaches the caller of the ceremony as `storeFailure`, never as a refusal.
public protocol SpentChallengeStore: Sendable {
    /// Marks a challenge as used.
    ///
    /// Must be atomic: of any number of calls with one challenge, at once and from all instances, one gets true. Must be
    /// durable when it returns, as far as the store is.
    ///
    /// - Parameters:
    ///   - challenge: The challenge.
    ///   - expiry: When it may be forgotten.
    /// - Returns: Whether it was not used before.
    /// - Throws: Any error of the store's own.
    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool

    /// Forgets the challenges whose time is over. Calling it now and then keeps the store small.
    ///
    /// - Parameter time: Challenges that could be forgotten before this time are.
    /// - Returns: How many were forgotten.
    /// - Throws: Any error of the store's own.
    func purge(before time: Date) async throws -> Int
}
