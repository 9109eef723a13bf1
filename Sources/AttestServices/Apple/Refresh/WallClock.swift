#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The clock by which receipts are due, checked against the one that waits.
///
/// What is written while the first is a year ahead is due a year too late. So after a leap nothing is written until the clock is
/// right again, or has shown the new time for so long that it must be meant: a server that starts with a clock that is behind
/// goes on an hour after it is set. A leap in the middle of a turn moves what is written by 15 minutes at most.
struct WallClock<C: Clock<Duration>> {
    /// By how much the clock may run ahead from one check to the next.
    private static var tolerance: Duration { .seconds(15 * 60) }
    /// For how long a clock that is ahead is not believed.
    private static var trial: Duration { .seconds(3600) }
    /// What is reported at most: 100 years.
    private static var most: Duration { .seconds(100 * 365 * 86_400) }

    private let now: @Sendable () -> Date
    private let clock: C
    /// What both showed when they last agreed.
    private var agreed: (date: Date, instant: C.Instant)
    private var aheadSince: C.Instant?

    init(now: @escaping @Sendable () -> Date, clock: C) {
        self.now = now
        self.clock = clock
        agreed = (now(), clock.now)
    }

    /// Whether the clock was ahead at the last check.
    var isAhead: Bool { aheadSince != nil }

    /// The latest time to believe, which goes on with the clock that waits.
    var latest: @Sendable () -> Date {
        let (date, instant) = agreed
        return { [clock] in
            date.addingTimeInterval((instant.duration(to: clock.now) + Self.tolerance) / .seconds(1))
        }
    }

    /// By how much the clock is ahead; zero when it can be believed.
    mutating func check() -> Duration {
        let instant = clock.now
        let date = now()
        let since = aheadSince ?? instant
        if date > latest(), since.duration(to: instant) < Self.trial {
            aheadSince = since
            let lead = date.timeIntervalSince(latest()) + Self.tolerance / .seconds(1)
            return .seconds(min(lead, Self.most / .seconds(1)))
        }
        aheadSince = nil
        agreed = (date, instant)
        return .zero
    }
}
