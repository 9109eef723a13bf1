internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// One exchange after another, and what a refresher remembers from each for the next.
struct RefreshTurn<C: Clock<Duration>> {
    /// How many receipts are looked at for one exchange: those that need none, or whose service is left alone, cost no token.
    private static var attempts: Int { 32 }
    /// How many receipts, all of which have to wait, are looked at before the refresher waits as well.
    private static var mostLeft: Int { 256 }
    /// When to look for receipts that can be sent all the same, though a service wants to be left alone for longer.
    private static var longestWait: Duration { .seconds(15 * 60) }

    /// By how much longer to wait, because the clock by which receipts are due does not run just as fast as the one that waits.
    private static var clockTolerance: Duration { .milliseconds(1) }

    private let refresher: ReceiptRefresher
    private let clock: C
    private var wallClock: WallClock<C>
    private var pauses = ServicePauses<C.Instant>()
    private var storeBackoff = Backoff()
    /// The receipts that were left alone since the last exchange.
    private var left: Set<KeyID> = []

    init(refresher: ReceiptRefresher, clock: C) {
        self.refresher = refresher
        self.clock = clock
        wallClock = WallClock(now: refresher.now, clock: clock)
    }

    /// Exchanges the receipt that has been due for longest, if there is one and the rate allows it.
    ///
    /// - Returns: How long to wait before the next turn.
    /// - Throws: `CancellationError`, only when the task is cancelled.
    mutating func take() async throws -> Duration {
        let start = clock.now
        let wasAhead = wallClock.isAhead
        let lead = wallClock.check()
        guard lead == .zero else {
            if !wasAhead { refresher.report(.clockAhead(by: lead), of: nil) }
            return refresher.pollInterval
        }
        let refresher = refresher.limitingTime(to: wallClock.latest)
        do {
            guard try await refresher.store.takeRefreshToken(by: refresher.rate, at: refresher.now()) else {
                return waitForToken
            }
            for _ in 0..<Self.attempts {
                guard let record = try await refresher.claim() else {
                    storeBackoff.succeeded()
                    return left.isEmpty ? refresher.pollInterval : waitForService()
                }
                guard pauses.remaining(for: record, at: clock.now) == .zero else {
                    // Due as before, but after all others: another instance may find the service well.
                    try await refresher.postpone(record, by: .zero)
                    guard left.insert(record.keyID).inserted, left.count < Self.mostLeft else {
                        storeBackoff.succeeded()
                        return waitForService()
                    }
                    continue
                }
                switch try await refresher.refresh(record) {
                case .notSent: continue
                case .answered: pauses.end(for: record)
                case .failed(let error):
                    let pause = pauses.begin(after: error, for: record, at: clock.now, jitter: refresher.jitter())
                    refresher.report(.paused(pause, because: error), of: record)
                }
                left = []
                break
            }
            storeBackoff.succeeded()
        } catch {
            try refresher.report(storeError: error, of: nil)
            return storeBackoff.pause(jitter: refresher.jitter())
        }
        let interval = left.isEmpty ? refresher.rate.interval : waitToLookOn
        return max(.zero, interval + Self.clockTolerance - start.duration(to: clock.now))
    }

    /// The wait when all receipts that are due have to wait as well: without taking tokens and receipts from other instances.
    ///
    /// The next search begins where this one has ended, because what was left alone is due after the others.
    private mutating func waitForService() -> Duration {
        left = []
        let end = pauses.untilNextEnd(at: clock.now) ?? .zero
        return min(end + Self.clockTolerance, Self.longestWait)
    }

    /// The wait when there may be a receipt that can be sent behind those that cannot.
    ///
    /// So the search for one takes a tenth of the tokens, and the other instances have the rest.
    private var waitToLookOn: Duration {
        let pause = max(.seconds(1), refresher.rate.interval * 10)
        return max(refresher.rate.interval, min(pause, pauses.untilNextEnd(at: clock.now) ?? pause))
    }

    /// A part of the interval at random, so that instances get tokens in turn.
    private var waitForToken: Duration {
        let part = refresher.rate.interval / 4 + refresher.rate.interval * (0.75 * refresher.jitter())
        return min(max(part, .milliseconds(1)), refresher.pollInterval)
    }
}
