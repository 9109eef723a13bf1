#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The used challenges of an `InMemoryStore`, and the mark of those that it has forgotten.
struct SpentChallenges {
    private var expiries = Purged<ChallengeID, Date>()
    /// The latest expiry of all that were forgotten.
    private var mark = Date(timeIntervalSinceReferenceDate: -.infinity)

    var count: Int { expiries.values.count }

    /// Marks a challenge as used, unless it was or may have been: what expires at or before the mark may have been.
    ///
    /// - Parameters:
    ///   - challenge: The challenge.
    ///   - expiry: When it may be forgotten; one that is not a number lies after no mark.
    ///   - now: The time by which others are forgotten when there are many.
    /// - Returns: Whether it is now used for the first time.
    mutating func spend(_ challenge: ChallengeID, until expiry: Date, now: Date) -> Bool {
        if expiries.hasDoubled { _ = purge(before: now) }
        guard expiry > mark, expiries.values[challenge] == nil else { return false }
        expiries.values[challenge] = expiry
        return true
    }

    /// Forgets what expires before a time, and raises the mark.
    mutating func purge(before time: Date) -> Int {
        // Nothing beyond, so that the mark stays a time that challenges of a working clock pass.
        let time = min(time, .distantFuture)
        var latest = mark
        defer { mark = latest }
        return expiries.purge { expiry in
            guard expiry < time else { return false }
            latest = max(latest, expiry)
            return true
        }
    }
}
