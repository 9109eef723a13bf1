public import AttestCore

/// How many receipts are exchanged at most, by all refreshers of a store together.
public struct RefreshRate: Sendable, Hashable {
    /// The least time from the start of one exchange to that of the next.
    public let interval: Duration

    /// Makes a rate.
    ///
    /// - Parameters:
    ///   - exchanges: How many exchanges, at least one.
    ///   - period: In how much time.
    /// - Throws: `invalidConfiguration` for no exchange, and for less than a microsecond or more than 365 days between two.
    public init(_ exchanges: Int, per period: Duration) throws(AttestError) {
        guard exchanges > 0, period >= .microseconds(1) * exchanges, period / exchanges <= .seconds(365 * 86_400) else {
            throw AttestError(.invalidConfiguration, "a rate of \(exchanges) exchanges in \(period)")
        }
        interval = period / exchanges
    }

    /// The interval in whole microseconds.
    var microseconds: Int64 { interval.microseconds }
}
