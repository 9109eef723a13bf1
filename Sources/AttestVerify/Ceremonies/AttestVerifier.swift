public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Verifies both ceremonies, one call each: challenge, policy, store and counter.
///
/// Every call uses up its challenge before it looks at anything else, also when it then fails; only a challenge that is not
/// this server's, or not for what the request says, is refused without a trace in the store. A failing store is
/// reported as `storeFailure`, which is not a decision about the device.
public struct AttestVerifier: Sendable {
    let attestations: AttestationValidator
    let apps: [AppID: (policy: AppPolicy, assertions: AssertionValidator)]
    let receipts: ReceiptValidator?
    let challenges: ChallengeIssuer
    let counterRule: CounterRule
    let risk: RiskPolicy?
    let clock: @Sendable () -> Date
    let observer: (@Sendable (VerificationEvent) -> Void)?

    /// Where keys and used challenges are kept.
    public let store: any AttestStore

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - apps: What is expected, one policy for each app.
    ///   - anchors: The roots to trust: Apple's, except in tests.
    ///   - challenges: What issues and opens challenges.
    ///   - store: Where keys and used challenges are kept.
    ///   - receipts: How the receipts in attestations are handled.
    ///   - counterRule: Which counters are accepted.
    ///   - risk: What high risk metrics and many new keys lead to; nil to judge neither.
    ///   - observer: Called with the outcome of every ceremony, before its call returns.
    ///   - clock: The time by which certificates are judged, and new keys counted; the system's, except in tests.
    /// - Throws: `invalidConfiguration` without an app or with one twice, or for a maximum age of receipts that is not
    ///   positive; `malformedTrustAnchor`.
    public init(
        apps: [AppPolicy], anchors: TrustAnchors = .apple, challenges: ChallengeIssuer, store: any AttestStore,
        receipts: ReceiptPolicy = .storedUnread, counterRule: CounterRule = .strict, risk: RiskPolicy? = nil,
        observer: (@Sendable (VerificationEvent) -> Void)? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) throws(AttestError) {
        attestations = try AttestationValidator(apps: apps, anchors: anchors)
        var byID: [AppID: (policy: AppPolicy, assertions: AssertionValidator)] = [:]
        for app in apps {
            // One validator for each app, so that a key of one app cannot sign for another.
            byID[app.appID] = (app, try AssertionValidator(apps: [app]))
        }
        self.apps = byID
        self.receipts = try receipts.validator()
        self.challenges = challenges
        self.store = store
        self.counterRule = counterRule
        self.risk = risk
        self.clock = clock
        self.observer = observer
    }

    /// Issues a challenge, without storing anything.
    ///
    /// - Parameters:
    ///   - purpose: The ceremony that it is for.
    ///   - binding: Whom or what it is for: for attestations the session as a rule, for assertions the key.
    /// - Returns: The text to send to the client. Its UTF-8 bytes are what the app hashes.
    /// - Throws: `invalidConfiguration` when the issuer's clock shows a time out of range; `internalFailure` when the
    ///   cryptographic library fails.
    public func issueChallenge(
        for purpose: ChallengePurpose, boundTo binding: ChallengeBinding
    ) throws(AttestError) -> String {
        try challenges.issue(for: purpose, boundTo: binding)
    }
}
