public import AttestCore

/// How many keys an account may register: some at once, and then one more per refill interval.
///
/// Honest accounts need few: one for each device, and a new one after each installation.
public struct NewKeyLimit: Sendable, Hashable {
    /// How many keys can be registered at once.
    public let burst: Int

    /// After how much time one more can be.
    public let refillInterval: Duration

    /// Six at once, and then one an hour.
    public static let standard = NewKeyLimit(unchecked: 6, .seconds(3600))

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - burst: How many keys can be registered at once, 1 to 1,000.
    ///   - refillInterval: After how much time one more can be, a second to 365 days; parts of a microsecond are left out.
    /// - Throws: `invalidConfiguration` for other values.
    public init(burst: Int, refillInterval: Duration) throws(AttestError) {
        guard (1...1000).contains(burst) else {
            throw AttestError(.invalidConfiguration, "a burst of \(burst) new keys instead of 1 to 1,000")
        }
        guard refillInterval >= .seconds(1), refillInterval <= .seconds(365 * 86_400) else {
            throw AttestError(.invalidConfiguration, "a refill interval that is not between a second and 365 days")
        }
        self.init(unchecked: burst, refillInterval)
    }

    private init(unchecked burst: Int, _ refillInterval: Duration) {
        self.burst = burst
        self.refillInterval = refillInterval
    }

    /// The interval in whole microseconds.
    var microseconds: Int64 { refillInterval.microseconds }
}

extension Duration {
    /// The whole microseconds in it, of at most thousands of years.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
