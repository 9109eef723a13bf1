public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Issues challenges that cost no storage: each carries its own purpose and expiry under a seal.
///
/// A challenge is the unpadded base64url text of version (1 byte), purpose (1), expiry in seconds since 1970 (8,
/// big-endian), random bytes (16), and an HMAC-SHA-256 (32) over all that and over the audience and what the challenge is
/// bound to. Anyone may ask for one, so an issued challenge fills no table; only used ones are kept, until they expire.
public struct ChallengeIssuer: Sendable {
    /// The number of characters of a challenge.
    public static let characterCount = 78

    private let current: ChallengeSecret
    private let all: [ChallengeSecret]
    private let audience: String?
    private let lifetimes: ChallengeLifetimes
    private let clock: @Sendable () -> Date

    /// Makes an issuer.
    ///
    /// To rotate the secret, give the new one and the old one as `previous` for as long as challenges live.
    ///
    /// A challenge that expires later than one of its purpose that is issued now, by more than a minute, is refused: its issuer
    /// had another lifetime or a clock that is ahead, and its use would have to be remembered for as long. So instances need the
    /// same lifetimes and clocks that differ by less than a minute.
    ///
    /// - Parameters:
    ///   - secret: What seals new challenges; a new random one, good for one process, unless given.
    ///   - previous: Secrets whose challenges are still accepted.
    ///   - audience: The name of the service, where several share a secret: each refuses the challenges of the others. All
    ///     instances of a service need the same one. Nil is an audience of its own.
    ///   - lifetimes: How long a challenge can be used: a second to a day for each purpose.
    ///   - clock: The current time.
    /// - Throws: `invalidConfiguration` for another lifetime.
    public init(
        secret: ChallengeSecret = .random(), previous: [ChallengeSecret] = [], audience: String? = nil,
        lifetimes: ChallengeLifetimes = ChallengeLifetimes(), clock: @escaping @Sendable () -> Date = { Date() }
    ) throws(AttestError) {
        for lifetime in ChallengePurpose.allCases.map({ lifetimes[$0] })
        where !(.seconds(1) ... .seconds(86_400)).contains(lifetime) {
            throw AttestError(.invalidConfiguration, "a challenge lifetime of \(lifetime) instead of a second to a day")
        }
        current = secret
        all = [secret] + previous
        self.audience = audience
        self.lifetimes = lifetimes
        self.clock = clock
    }

    /// Issues a challenge.
    ///
    /// - Parameters:
    ///   - purpose: The ceremony that it is for.
    ///   - binding: Whom or what it is for.
    /// - Returns: The text to send to the client, in ASCII.
    /// - Throws: `invalidConfiguration` when the clock shows a time out of range; `internalFailure` when the cryptographic
    ///   library fails.
    public func issue(for purpose: ChallengePurpose, boundTo binding: ChallengeBinding) throws(AttestError) -> String {
        var generator = SystemRandomNumberGenerator()
        let expiry = UInt64(try now() + lifetimes[purpose] / .seconds(1))
        let numbers = [expiry, generator.next(), generator.next()]
        let head = [Self.version, purpose.byte] + numbers.flatMap(\.bigEndianBytes)
        let seal = ChallengeSeal(audience: audience, binding: binding)
        return Base64.encodeURLSafe(head + (try seal.code(head: head, secret: current)))
    }

    /// Opens a challenge that came back.
    ///
    /// - Throws: `malformedChallenge`, `challengeInvalid`, `challengePurposeMismatch` or `challengeExpired`;
    ///   `invalidConfiguration` or `internalFailure` as ``issue(for:boundTo:)`` does.
    func open(_ text: String, for purpose: ChallengePurpose, boundTo binding: ChallengeBinding) throws(AttestError)
        -> OpenedChallenge
    {
        guard text.utf8.count == Self.characterCount, let bytes = Base64.decode(text), bytes.count == 58,
            bytes[0] == Self.version
        else { throw AttestError(.malformedChallenge, "\(text.utf8.count) characters that are no challenge") }

        let head = Array(bytes[..<26])
        let seal = ChallengeSeal(audience: audience, binding: binding)
        var isSealed = false
        // All secrets are tried, and all of each seal is compared, so that the time tells nothing.
        for secret in all where constantTimeEqual(bytes[26...], try seal.code(head: head, secret: secret)[...]) {
            isSealed = true
        }
        guard isSealed else {
            throw AttestError(.challengeInvalid, "the seal does not fit any secret, this audience and this binding")
        }
        guard head[1] == purpose.byte else {
            throw AttestError(.challengePurposeMismatch, "not a challenge for an \(purpose.rawValue)")
        }
        // A count of any size has a Double, which cannot overflow.
        let expiry = Double(head[2..<10].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        let now = try now()
        let longest = lifetimes[purpose] / .seconds(1) + OpenedChallenge.clockTolerance
        guard expiry <= now + longest else {
            throw AttestError(.challengeInvalid, "it expires in more than \(longest) s, so no issuer like this made it")
        }
        guard now < expiry else {
            throw AttestError(.challengeExpired, "it expired \(Int(now - expiry)) s ago")
        }
        return OpenedChallenge(
            id: ChallengeID(bytes: Array(head[10...])), expiry: Date(timeIntervalSince1970: expiry))
    }

    /// The version of challenges.
    ///
    /// It begins the sealed bytes, so that no seal of one version is a seal of another. Bindings of version 1 had no kinds.
    private static let version: UInt8 = 2

    /// The seconds since 1970, of which whole ones are exact.
    private func now() throws(AttestError) -> Double {
        let now = clock().timeIntervalSince1970
        // Not a number is in no range.
        guard (0..<0x1p53).contains(now) else {
            throw AttestError(.invalidConfiguration, "the clock shows a time out of range")
        }
        return now
    }
}
