public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Exchanges receipts for newer ones as they come due, so that the risk metrics in the store stay up to date.
///
/// Exchanges go one after another. Every instance of a service may run a refresher: the store reserves each receipt for one of
/// them, and holds all of them together to the rate. Nothing that fails here is a verdict on a device.
///
/// A receipt whose exchange fails is tried again after all others that are due, and then less and less often, until it is once
/// a day: after as long again as it has been due, but at least 15 minutes. So no receipt keeps the others from theirs, whatever
/// it fails with. While one receipt after another fails, the service itself is left alone for longer and longer.
///
/// While the wall clock is more than 15 minutes ahead of where the continuous clock puts it, nothing is exchanged: for an
/// hour, after which the new time is believed. A refresher that is started then cannot know, and believes it at once.
///
/// ```swift
/// let refresher = try ReceiptRefresher(
///     store: store, client: AppAttestClient(tokens: tokens),
///     validator: ReceiptValidator(anchors: .apple, maximumAge: .seconds(300)),
///     rate: RefreshRate(2, per: .seconds(1)), schedule: .every(.seconds(7 * 86_400)))
/// let task = Task { await refresher.run() }
/// ```
public struct ReceiptRefresher: Sendable {
    /// How long a receipt is reserved: longer than an exchange takes.
    static let lease = Duration.seconds(15 * 60)
    /// How long a receipt rests that cannot be exchanged, or that Apple has no data for or refuses; and at most after other
    /// failures.
    static let rest = Duration.seconds(86_400)
    /// How long a receipt rests at least after a failure.
    static let shortestRest = Duration.seconds(15 * 60)

    let store: any ReceiptStore
    let client: AppAttestClient
    let validator: ReceiptValidator
    let rate: RefreshRate
    let schedule: RefreshSchedule
    let jump: UInt32
    let pollInterval: Duration
    let clock: any Clock<Duration>
    private(set) var now: @Sendable () -> Date
    let jitter: @Sendable () -> Double
    let observer: (@Sendable (RefreshEvent) -> Void)?

    /// Makes a refresher.
    ///
    /// - Parameters:
    ///   - store: Where the receipts are.
    ///   - client: What exchanges them at Apple.
    ///   - validator: What judges the stored receipts, and the newer ones.
    ///   - rate: How many exchanges all refreshers of the store make at most; give each of them the same.
    ///   - schedule: When receipts are exchanged again.
    ///   - jump: By how much the metric of a key must rise from one receipt to the next to be reported as a jump.
    ///   - pollInterval: How long to wait when no receipt is due.
    ///   - clock: What waits.
    ///   - now: The current time, by which receipts are due.
    ///   - observer: Called with the outcome for every receipt.
    public init(
        store: any ReceiptStore, client: AppAttestClient, validator: ReceiptValidator, rate: RefreshRate,
        schedule: RefreshSchedule, jump: UInt32 = 3, pollInterval: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        observer: (@Sendable (RefreshEvent) -> Void)? = nil
    ) {
        self.init(
            store: store, client: client, validator: validator, rate: rate, schedule: schedule, jump: jump,
            pollInterval: pollInterval, clock: clock, now: now, jitter: { .random(in: 0...1) }, observer: observer)
    }

    package init(
        store: any ReceiptStore, client: AppAttestClient, validator: ReceiptValidator, rate: RefreshRate,
        schedule: RefreshSchedule, jump: UInt32, pollInterval: Duration, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Date, jitter: @escaping @Sendable () -> Double,
        observer: (@Sendable (RefreshEvent) -> Void)?
    ) {
        self.store = store
        self.client = client
        self.validator = validator
        self.rate = rate
        self.schedule = schedule
        self.jump = jump
        self.pollInterval = pollInterval
        self.clock = clock
        self.now = now
        self.jitter = jitter
        self.observer = observer
    }

    /// The same refresher, whose clock shows no later time than some other one.
    func limitingTime(to latest: @escaping @Sendable () -> Date) -> ReceiptRefresher {
        var limited = self
        limited.now = { [now] in min(now(), latest()) }
        return limited
    }

    /// Exchanges receipts as they come due, until the task is cancelled.
    ///
    /// A receipt that was reserved then is due again when its reservation ends.
    @concurrent
    public func run() async {
        await run(on: clock)
    }

    private func run<C: Clock<Duration>>(on clock: C) async {
        var turn = RefreshTurn(refresher: self, clock: clock)
        // Only a cancellation ends it: every other failure is an event, and a pause.
        while !Task.isCancelled {
            do {
                try await clock.sleep(for: turn.take())
            } catch {
                return
            }
        }
    }
}
