public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The tokens of an account, of which each new key takes one; or those of all refreshers of a store, of which each exchange
/// takes one.
///
/// Kept as one whole number, the time at which the bucket is full again: then a token that is taken makes that time one
/// interval later, and a bucket that is full can be forgotten. Nothing is ever rounded, so a database gets the same results
/// as this type. (This is the virtual scheduling form of the generic cell rate algorithm, ITU-T I.371.)
///
/// A clock that steps back by less than a day gives no token. Buckets that were in use look emptier by as much as it went back, until it gets
/// there again.
public struct TokenBucket: Sendable, Hashable {
    /// When it is full again, in microseconds since the beginning of 2001.
    public let fullAt: Int64

    /// How long a full bucket is kept all the same, in seconds: a day.
    ///
    /// One that is forgotten too early, while a clock is ahead, gives all its tokens again when the clock is set back.
    static let memory = 86_400.0

    /// A bucket from which nothing was taken.
    public static let full = TokenBucket(fullAt: .min)

    /// Takes the number that a store has kept.
    public init(fullAt: Int64) {
        self.fullAt = fullAt
    }

    /// The bucket after a token is taken; nil when there is none.
    ///
    /// - Parameters:
    ///   - limit: The size of the bucket, and how fast it fills.
    ///   - time: The time.
    /// - Returns: The bucket, or nil.
    /// - Throws: `invalidConfiguration` for a time that is no number or far out of range.
    public func taking(by limit: NewKeyLimit, at time: Date) throws(AttestError) -> TokenBucket? {
        taking(try Terms(limit, at: time))
    }

    /// The bucket after a token is taken; nil when there is none.
    ///
    /// - Parameters:
    ///   - rate: How fast it fills; it holds one token.
    ///   - time: The time.
    /// - Returns: The bucket, or nil.
    /// - Throws: `invalidConfiguration` for a time that is no number or far out of range.
    public func taking(by rate: RefreshRate, at time: Date) throws(AttestError) -> TokenBucket? {
        taking(try Terms(rate, at: time))
    }

    private func taking(_ terms: Terms) -> TokenBucket? {
        if fullAt > terms.horizon { return TokenBucket(fullAt: terms.now + terms.interval) }
        guard fullAt <= terms.latest else { return nil }
        return TokenBucket(fullAt: max(fullAt, terms.now) + terms.interval)
    }

    /// The numbers with which a database takes a token in one conditional write.
    ///
    /// Insert `now + interval` where there is no bucket, or one above `horizon`; else set it to `max(bucket, now) + interval`,
    /// where `bucket <= latest`. No sum overflows.
    public struct Terms: Sendable, Hashable {
        /// The time, in microseconds since the beginning of 2001.
        public let now: Int64
        /// The largest number of a bucket that has a token left.
        public let latest: Int64
        /// The interval of a token, in microseconds.
        public let interval: Int64
        /// The largest number that is believed: a larger one was written while some clock was ahead.
        ///
        /// Believing it would stop every refresher until that time. For new keys all are believed, because an account must not
        /// get more of them by a clock that was set back.
        public let horizon: Int64

        /// Makes the numbers for a time.
        ///
        /// - Parameters:
        ///   - limit: The size of the bucket, and how fast it fills.
        ///   - time: The time.
        /// - Throws: `invalidConfiguration` for a time that is no number or far out of range.
        public init(_ limit: NewKeyLimit, at time: Date) throws(AttestError) {
            now = try TokenBucket.microseconds(time)
            interval = limit.microseconds
            latest = now + Int64(limit.burst - 1) * interval
            horizon = .max
        }

        /// Makes the numbers for a time.
        ///
        /// - Parameters:
        ///   - rate: How fast the bucket fills, which holds one token.
        ///   - time: The time.
        /// - Throws: `invalidConfiguration` for a time that is no number or far out of range.
        public init(_ rate: RefreshRate, at time: Date) throws(AttestError) {
            now = try TokenBucket.microseconds(time)
            interval = rate.microseconds
            latest = now
            horizon = now + interval + TokenBucket.clockDifference
        }
    }

    /// By how much the clocks of refreshers may differ, in microseconds; with more than that, each has the rate for itself.
    private static let clockDifference: Int64 = 15 * 60 * 1_000_000

    /// Under which key stores that know accounts by their SHA-256 hash keep the bucket of the refreshers.
    ///
    /// A text of 32 bytes and no hash: nobody can name an account that has this one.
    package static let refreshKey = Array("attest.refresher.exchange.rate.1".utf8)

    /// The nearest number for a time.
    ///
    /// - Throws: `invalidConfiguration` for a time that is no number or far out of range.
    public static func microseconds(_ time: Date) throws(AttestError) -> Int64 {
        let microseconds = (time.timeIntervalSinceReferenceDate * 1_000_000).rounded()
        // Some 73,000 years: what limits add to it overflows nothing. False for what is no number.
        guard abs(microseconds) <= 0x1p61 else {
            throw AttestError(.invalidConfiguration, "a time out of range")
        }
        return Int64(microseconds)
    }
}
