public import AttestCore

/// The outcome for a receipt that was due, or for the refresher itself; for the operator's logs and metrics.
public struct RefreshEvent: Sendable {
    /// What happened.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Outcome: Sendable {
        /// A newer receipt was verified and stored; it says a metric, and so may the one before have done.
        case refreshed(metric: UInt32?, previous: UInt32?)
        /// The metric has risen by as much as the refresher was told to report. Comes after `refreshed`.
        case jumped(from: UInt32, to: UInt32)
        /// Apple does not exchange the receipt yet; it is tried again later.
        case notYet
        /// Apple has no data for the receipt; it is tried again a day later.
        case noData
        /// The receipt has expired, and is not sent; the metric can come back with a new attestation only. It is looked at again a
        /// day later, because a clock that is ahead makes every receipt look expired.
        case expired
        /// The stored receipt, which is not sent then, or the newer one is not right; it is looked at again a day later.
        case invalid(AttestError)
        /// Apple refuses this receipt, or the request for it; it is tried again a day later.
        case rejected(AppleServiceError)
        /// The exchange of this receipt failed, and perhaps the service did: the other receipts of its environment wait for the
        /// given time, and this one is tried again after them. Where the provider token was refused (401, 403), those of other
        /// App ID prefixes do not wait.
        case paused(Duration, because: AppleServiceError)
        /// The store failed: all receipts wait, or this one until its reservation ends.
        case storeFailed(any Error)
        /// The wall clock has leapt ahead by so much: all receipts wait until it is right again, but no longer than an hour.
        case clockAhead(by: Duration)
    }

    /// What happened.
    public let outcome: Outcome
    /// The first 8 characters of the key ID; nil when it is about no key.
    public let keyIDPrefix: String?
    /// The app of the key.
    public let appID: AppID?
    /// The environment of the key.
    public let environment: AttestEnvironment?
}
