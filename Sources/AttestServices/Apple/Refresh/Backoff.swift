/// How long to leave something alone after failures: twice as long after each, with a part of it random.
struct Backoff {
    private static let shortest = Duration.seconds(5)

    private var failures = 0

    /// The pause after one more failure: half of it fixed, and the other half random, so that instances do not come at once.
    ///
    /// - Parameters:
    ///   - longest: The pause at which doubling ends.
    ///   - requested: The shortest pause that the other side asks for, in its header Retry-After.
    ///   - jitter: A number from 0 to 1.
    /// - Returns: The pause.
    mutating func pause(
        upTo longest: Duration = .seconds(15 * 60), atLeast requested: Duration? = nil, jitter: Double
    ) -> Duration {
        let doubled = Self.shortest * (1 << min(failures, 8))
        failures += 1
        let whole = min(doubled, longest)
        let pause = whole / 2 + whole / 2 * jitter
        return max(pause, requested ?? .zero)
    }

    mutating func succeeded() {
        failures = 0
    }
}
