internal import AttestCore
internal import AttestVerify

/// Until when each of Apple's two services is left alone, or with the apps of one team.
///
/// An environment has a host of its own, so that one that is blocked or down does not hold up the receipts of the other. A
/// refusal of the provider token holds up only the apps with the same App ID prefix, because a store can have those of several
/// teams.
///
/// One failed exchange does not say whether the service or the receipt is at fault. Only other receipts can tell: the pauses
/// grow while one after another fails, and begin again with the first that is answered.
struct ServicePauses<Instant: InstantProtocol> where Instant.Duration == Duration {
    /// The longest pause after a failure that another receipt might not meet, whatever the service asks for.
    ///
    /// Short, because many such receipts in a row must not hold up the others for days; long enough for a service that is down.
    private static var longestInDoubt: Duration { .seconds(60) }
    private static var longest: Duration { .seconds(15 * 60) }

    private struct Pause {
        var backoff = Backoff()
        var end: Instant?
    }

    /// Receipts that can fail for one and the same reason: those of an environment, or of one App ID prefix in it.
    private struct Scope: Hashable {
        let environment: AttestEnvironment
        var prefix: Substring?

        init(_ record: KeyRecord) {
            environment = record.environment
            prefix = record.appID.text.prefix { $0 != "." }
        }

        var wholeEnvironment: Scope {
            var scope = self
            scope.prefix = nil
            return scope
        }
    }

    private var pauses: [Scope: Pause] = [:]

    /// How long the receipt of a key still has to wait; zero when it can be sent.
    func remaining(for record: KeyRecord, at time: Instant) -> Duration {
        let scope = Scope(record)
        return [scope, scope.wholeEnvironment].compactMap { pauses[$0]?.end }.map { time.duration(to: $0) }
            .reduce(.zero, max)
    }

    /// How long it is until a service can be asked again; nil when none is left alone.
    func untilNextEnd(at time: Instant) -> Duration? {
        pauses.values.compactMap(\.end).map { time.duration(to: $0) }.filter { $0 > .zero }.min()
    }

    /// Begins a pause.
    ///
    /// - Parameters:
    ///   - error: What the exchange failed with.
    ///   - record: The key whose receipt was sent.
    ///   - time: The time.
    ///   - jitter: A number from 0 to 1.
    /// - Returns: The pause.
    mutating func begin(
        after error: AppleServiceError, for record: KeyRecord, at time: Instant, jitter: Double
    ) -> Duration {
        let scope = error.code.isAboutOneTeam ? Scope(record) : Scope(record).wholeEnvironment
        var pause = pauses[scope] ?? Pause()
        let isInDoubt = !error.code.isAboutTheService
        let length = pause.backoff.pause(
            upTo: isInDoubt ? Self.longestInDoubt : Self.longest,
            atLeast: error.retryAfter.map { isInDoubt ? min($0, Self.longestInDoubt) : $0 }, jitter: jitter)
        pause.end = time.advanced(by: length)
        pauses[scope] = pause
        return length
    }

    /// Forgets the failures of a service that has answered.
    mutating func end(for record: KeyRecord) {
        pauses[Scope(record)] = nil
        pauses[Scope(record).wholeEnvironment] = nil
    }
}
