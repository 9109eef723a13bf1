public import AttestCore

/// Which counters of a key are accepted.
public struct CounterRule: Sendable, Hashable {
    /// How many counters at or below the highest are still looked at; 0 when each must be above the last.
    package let window: UInt32
    package let maximumJump: UInt32?

    /// Each counter must be above the last accepted one.
    public static let strict = CounterRule(window: 0, maximumJump: nil)

    /// Counters may arrive out of order, each once, as far as a window below the highest one reaches (as in RFC 6479).
    ///
    /// For apps that send several requests at once.
    ///
    /// - Parameter size: The reach of the window, 1 to 64: with 1 it is the same as `strict`.
    /// - Returns: The rule.
    /// - Throws: `invalidConfiguration` for another size.
    public static func window(_ size: Int) throws(AttestError) -> CounterRule {
        guard (1...64).contains(size) else {
            throw AttestError(.invalidConfiguration, "a counter window of \(size) instead of 1 to 64")
        }
        return CounterRule(window: UInt32(size), maximumJump: nil)
    }

    /// The same rule, which also refuses counters that are too far above the highest one.
    ///
    /// - Parameter jump: The largest accepted distance, at least 1. Apps make assertions that they never send, so allow
    ///   for gaps.
    /// - Returns: The rule.
    /// - Throws: `invalidConfiguration` for 0.
    public func limitingJumps(to jump: UInt32) throws(AttestError) -> CounterRule {
        guard jump > 0 else { throw AttestError(.invalidConfiguration, "a largest counter jump of 0 accepts nothing") }
        return CounterRule(window: window, maximumJump: jump)
    }
}
