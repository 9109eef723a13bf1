internal import AttestCore

/// Until when each of Apple's two services is left alone.
///
/// An environment has a host of its own, so that one that is blocked or down does not hold up the receipts of the other.
///
/// One failed exchange does not say whether the service or the receipt is at fault. Only other receipts can tell: the pauses
/// grow while one after another fails, and begin again with the first that is answered.
struct ServicePauses<Instant: InstantProtocol> where Instant.Duration == Duration {
    /// The longest pause after a failure that another receipt might not meet.
    ///
    /// Short, because many such receipts in a row must not hold up the others for days; long enough for a service that is down.
    private static var longestInDoubt: Duration { .seconds(60) }
    private static var longest: Duration { .seconds(15 * 60) }

    private struct Pause {
        var backoff = Backoff()
        var end: Instant?
    }

    private var pauses: [AttestEnvironment: Pause] = [:]

    /// How long a service is still left alone; zero when it is not.
    func remaining(_ environment: AttestEnvironment, at time: Instant) -> Duration {
        pauses[environment]?.end.map { max(.zero, time.duration(to: $0)) } ?? .zero
    }

    /// How long all services are still left alone; zero when one is not.
    func remaining(at time: Instant) -> Duration {
        AttestEnvironment.allCases.map { remaining($0, at: time) }.min() ?? .zero
    }

    /// How long it is until a service can be asked again; nil when none is left alone.
    func untilNextEnd(at time: Instant) -> Duration? {
        pauses.keys.map { remaining($0, at: time) }.filter { $0 > .zero }.min()
    }

    /// Begins a pause.
    ///
    /// - Parameters:
    ///   - error: What the exchange failed with.
    ///   - environment: The environment of the receipt.
    ///   - time: The time.
    ///   - jitter: A number from 0 to 1.
    /// - Returns: The pause.
    mutating func begin(
        after error: AppleServiceError, in environment: AttestEnvironment, at time: Instant, jitter: Double
    ) -> Duration {
        var pause = pauses[environment] ?? Pause()
        let length = pause.backoff.pause(
            upTo: error.code.isAboutTheService ? Self.longest : Self.longestInDoubt, atLeast: error.retryAfter,
            jitter: jitter)
        pause.end = time.advanced(by: length)
        pauses[environment] = pause
        return length
    }

    /// Forgets the failures of a service that has answered.
    mutating func end(_ environment: AttestEnvironment) {
        pauses[environment] = nil
    }
}
