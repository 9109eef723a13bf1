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

    /// By how much longer to wait, because the clock by which receipts are due does not run just as fast as the one that waits.
    private static var clockTolerance: Duration { .milliseconds(1) }

    let refresher: ReceiptRefresher
    let clock: C
    private var pauses = ServicePauses<C.Instant>()
    private var storeBackoff = Backoff()

    init(refresher: ReceiptRefresher, clock: C) {
        self.refresher = refresher
        self.clock = clock
    }

    /// Exchanges the receipt that has been due for longest, if there is one and the rate allows it.
    ///
    /// - Returns: How long to wait before the next turn.
    /// - Throws: `CancellationError` only.
    mutating func take() async throws -> Duration {
        let start = clock.now
        let pause = pauses.remaining(at: start)
        guard pause == .zero else { return pause }
        do {
            guard try await refresher.store.takeRefreshToken(by: refresher.rate, at: refresher.now()) else {
                return waitForToken
            }
            for _ in 0..<Self.attempts {
                guard let record = try await claim() else {
                    storeBackoff.succeeded()
                    return untilMoreMayBeDue
                }
                let pause = pauses.remaining(record.environment, at: clock.now)
                guard pause == .zero else {
                    // For a short time, because another instance may find the service well.
                    try await refresher.postpone(record, by: min(pause, refresher.pollInterval))
                    continue
                }
                switch try await refresher.refresh(record) {
                case .notSent: continue
                case .answered: pauses.end(record.environment)
                case .failed(let error):
                    let pause = pauses.begin(
                        after: error, in: record.environment, at: clock.now, jitter: refresher.jitter())
                    refresher.report(.paused(pause, because: error), of: record)
                }
                break
            }
            storeBackoff.succeeded()
        } catch {
            try refresher.report(storeError: error, of: nil)
            return storeBackoff.pause(jitter: refresher.jitter())
        }
        return max(.zero, refresher.rate.interval + Self.clockTolerance - start.duration(to: clock.now))
    }

    /// Receipts whose service was left alone are due as soon as that ends.
    private var untilMoreMayBeDue: Duration {
        let end = pauses.untilNextEnd(at: clock.now).map { $0 + Self.clockTolerance }
        return min(refresher.pollInterval, end ?? refresher.pollInterval)
    }

    /// Reserves one receipt, so that the order is that of all instances, and none waits reserved while others are exchanged.
    private func claim() async throws -> KeyRecord? {
        let time = refresher.now()
        return try await refresher.store.claimReceipts(
            dueAt: time, reservedUntil: time.addingTimeInterval(ReceiptRefresher.lease / .seconds(1)), limit: 1
        ).first
    }

    /// A part of the interval at random, so that instances get tokens in turn.
    private var waitForToken: Duration {
        let part = refresher.rate.interval / 4 + refresher.rate.interval * (0.75 * refresher.jitter())
        return min(max(part, .milliseconds(1)), refresher.pollInterval)
    }
}
