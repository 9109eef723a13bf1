public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Exchanges receipts for newer ones as they come due, so that the risk metrics in the store stay up to date.
///
/// Exchanges go one after another, within a rate. Every instance of a service may run one: each receipt is reserved in the
/// store for one of them. Nothing that fails here is a verdict on a device.
///
/// ```swift
/// let refresher = try ReceiptRefresher(
///     store: store, client: AppAttestClient(tokens: tokens),
///     validator: ReceiptValidator(anchors: .apple, maximumAge: .seconds(300)),
///     rate: RefreshRate(2, per: .seconds(1)), schedule: .every(.seconds(7 * 86_400)))
/// let task = Task { await refresher.run() }
/// ```
public struct ReceiptRefresher: Sendable {
    /// How many receipts are reserved at once.
    static let batchSize = 32
    /// How long they are reserved: more than a batch takes at a rate of 4 a minute, which gets the longest.
    static let lease = Duration.seconds(15 * 60)
    /// How long a receipt rests that Apple has no data for, or refuses.
    static let rest = Duration.seconds(86_400)

    let store: any ReceiptStore
    let client: AppAttestClient
    let validator: ReceiptValidator
    let rate: RefreshRate
    let schedule: RefreshSchedule
    let jump: UInt32
    let pollInterval: Duration
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let jitter: @Sendable () -> Double
    let observer: (@Sendable (RefreshEvent) -> Void)?

    /// Makes a refresher.
    ///
    /// - Parameters:
    ///   - store: Where the receipts are.
    ///   - client: What exchanges them at Apple.
    ///   - validator: What judges the stored receipts, and the newer ones.
    ///   - rate: How many exchanges this refresher makes at most.
    ///   - schedule: When receipts are exchanged again.
    ///   - jump: By how much the metric of a key must rise from one receipt to the next to be reported as a jump.
    ///   - pollInterval: How long to wait when no receipt is due.
    ///   - clock: What waits.
    ///   - now: The current time, by which receipts are due.
    ///   - observer: Is told what became of every receipt.
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

    /// Exchanges receipts as they come due, until the task is cancelled.
    ///
    /// Receipts that were reserved then are due again when their reservation ends.
    @concurrent
    public func run() async {
        var backoff = Backoff()
        // Only a cancellation ends it: every other failure is an event, and a pause.
        while !Task.isCancelled {
            do {
                try await clock.sleep(for: refreshBatch(&backoff))
            } catch {
                return
            }
        }
    }

    /// Exchanges one batch of receipts that are due.
    ///
    /// - Returns: How long to wait before the next batch.
    /// - Throws: `CancellationError` only.
    private func refreshBatch(_ backoff: inout Backoff) async throws -> Duration {
        let time = now()
        let records: [KeyRecord]
        do {
            records = try await store.claimReceipts(
                dueAt: time, reservedUntil: time.addingTimeInterval(lease / .seconds(1)), limit: Self.batchSize)
        } catch {
            try report(storeError: error, of: nil)
            return backoff.pause(atLeast: nil, jitter: jitter())
        }
        for (index, record) in records.enumerated() {
            var failure: AppleServiceError?
            let elapsed = try await clock.measure { failure = try await refresh(record) }
            if let failure {
                let pause = backoff.pause(atLeast: failure.retryAfter, jitter: jitter())
                report(.paused(pause, because: failure), of: nil)
                for waiting in records[index...] {
                    try await postpone(waiting, by: pause)
                }
                return pause
            }
            backoff.succeeded()
            try await clock.sleep(for: max(.zero, rate.spacing - elapsed))
        }
        // A batch that was not full has taken all there was.
        return records.count < Self.batchSize ? pollInterval : .zero
    }

    /// How long a batch is reserved: long enough for all of it, at a rate that may be low.
    private var lease: Duration { max(Self.lease, rate.spacing * (2 * Self.batchSize)) }
}
