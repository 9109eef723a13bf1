#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Remembers the challenges that were used, until they would have expired anyway.
///
/// A store keeps, for good, a *mark*: the latest expiry of all challenges that it has forgotten. Whatever expires at or
/// before the mark is refused, because it may be one of them. Without the mark a clock that is an hour ahead when the store
/// is purged, and is then set right, makes used challenges fresh. The mark is never the time of a purge: one purge
/// while a clock shows 2030 must not refuse every challenge until 2030.
///
/// An error that a requirement throws reaches the caller of the ceremony as `storeFailure`, never as a refusal.
public protocol SpentChallengeStore: Sendable {
    /// Marks a challenge as used.
    ///
    /// Must be atomic: of any number of calls with one challenge, at once and from all instances, one gets true. Must be
    /// durable when it returns, as far as the store is. Must look at the mark in the same atomic step.
    ///
    /// - Parameters:
    ///   - challenge: The challenge.
    ///   - expiry: When it may be forgotten.
    /// - Returns: Whether it was not used before, and expires after the mark.
    /// - Throws: Any error of the store's own.
    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool

    /// Forgets the challenges whose time is over. Calling it now and then keeps the store small.
    ///
    /// No call of `spend` may see a challenge gone and the mark not yet raised. Where spends and purges come one after the
    /// other, as in an actor or in a database with one writer, one transaction raises the mark and deletes. Where they
    /// overlap, a purge has two phases: it first commits the mark, and deletes only what lies at or before a mark that
    /// was committed so long ago that every statement with an older snapshot has ended, at least one statement timeout. So
    /// deletion may be left to a later call.
    ///
    /// Times out of range must not spoil the mark: what expires at `Date.distantFuture` or later is kept.
    ///
    /// - Parameter time: Challenges that expire before this time are forgotten, by this call or a later one.
    /// - Returns: How many this call has deleted.
    /// - Throws: Any error of the store's own.
    func purge(before time: Date) async throws -> Int
}
