public import AttestCore

/// How many receipts one refresher exchanges at most.
public struct RefreshRate: Sendable, Hashable {
    /// The least time from the start of one exchange to that of the next.
    let spacing: Duration

    /// Makes a rate.
    ///
    /// - Parameters:
    ///   - exchanges: How many exchanges, at least one.
    ///   - period: In how much time.
    /// - Throws: `invalidConfiguration` for no exchange, or a period that is not positive.
    public init(_ exchanges: Int, per period: Duration) throws(AttestError) {
        guard exchanges > 0, period > .zero else {
            throw AttestError(.invalidConfiguration, "a rate of \(exchanges) exchanges in \(period)")
        }
        spacing = period / exchanges
    }
}
