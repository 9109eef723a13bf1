public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Issues challenges that cost no storage: each carries its own purpose and expiry under a seal.
///
/// A challenge is the unpadded base64url text of version (1 byte), purpose (1), expiry in seconds since 1970 (8,
/// big-endian), random bytes (16), and an HMAC-SHA-256 (32) over all that and over what the challenge is bound to.
/// Anyone may ask for one, so an issued challenge fills no table; only used ones are kept, until they expire.
public struct ChallengeIssuer: Sendable {
    /// The number of characters of a challenge.
    public static let characterCount = 78

    private let current: ChallengeSecret
    private let all: [ChallengeSecret]
    private let lifetime: Duration
    private let clock: @Sendable () -> Date

    /// Makes an issuer.
    ///
    /// To rotate the secret, give the new one and the old one as `previous` for as long as challenges live.
    ///
    /// - Parameters:
    ///   - secret: What seals new challenges; a new random one, good for one process, unless given.
    ///   - previous: Secrets whose challenges are still accepted.
    ///   - lifetime: How long a challenge can be used: a second to a day. Apple's service may ask an app to try an
    ///     attestation again with the same challenge, so allow minutes.
    ///   - clock: The current time.
    /// - Throws: `invalidConfiguration` for another lifetime.
    public init(
        secret: ChallengeSecret = .random(), previous: [ChallengeSecret] = [], lifetime: Duration = .seconds(300),
        clock: @escaping @Sendable () -> Date = { Date() }
    ) throws(AttestError) {
        guard (.seconds(1) ... .seconds(86_400)).contains(lifetime) else {
            throw AttestError(.invalidConfiguration, "a challenge lifetime of \(lifetime) instead of a second to a day")
        }
        current = secret
        all = [secret] + previous
        self.lifetime = lifetime
        self.clock = clock
    }

    /// Issues a challenge.
    ///
    /// - Parameters:
    ///   - purpose: The ceremony that it is for.
    ///   - binding: What it is only good for: a session, an account or a key ID. Nil binds it to nothing.
    /// - Returns: The text to send to the client, in ASCII.
    /// - Throws: `internalFailure` when the cryptographic library fails.
    public func issue(for purpose: ChallengePurpose, boundTo binding: String?) throws(AttestError) -> String {
        var generator = SystemRandomNumberGenerator()
        let expiry = UInt64(max(0, clock().timeIntervalSince1970 + lifetime / .seconds(1)))
        let numbers = [expiry, generator.next(), generator.next()]
        let head = [Self.version, purpose.byte] + numbers.flatMap(\.bigEndianBytes)
        return Base64.encodeURLSafe(head + (try Self.seal(head, binding, current)))
    }

    /// Opens a challenge that came back.
    ///
    /// - Throws: `malformedChallenge`, `challengeInvalid`, `challengePurposeMismatch` or `challengeExpired`.
    func open(_ text: String, for purpose: ChallengePurpose, boundTo binding: String?) throws(AttestError)
        -> OpenedChallenge
    {
        guard text.utf8.count == Self.characterCount, let bytes = Base64.decode(text), bytes.count == 58,
            bytes[0] == Self.version
        else { throw AttestError(.malformedChallenge, "\(text.utf8.count) characters that are no challenge") }

        let head = Array(bytes[..<26])
        var isSealed = false
        // All secrets are tried, and all of each seal is compared, so that the time tells nothing.
        for secret in all where constantTimeEqual(bytes[26...], try Self.seal(head, binding, secret)[...]) {
            isSealed = true
        }
        guard isSealed else {
            throw AttestError(.challengeInvalid, "the seal does not fit any secret and this binding")
        }
        guard head[1] == purpose.byte else {
            throw AttestError(.challengePurposeMismatch, "not a challenge for an \(purpose.rawValue)")
        }
        let expiry = Date(timeIntervalSince1970: Double(head[2..<10].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }))
        let now = clock()
        guard now.timeIntervalSince1970 < expiry.timeIntervalSince1970 else {
            throw AttestError(.challengeExpired, "expired at \(expiry)")
        }
        return OpenedChallenge(id: ChallengeID(bytes: Array(head[10...])), expiry: expiry)
    }

    private static let version: UInt8 = 1

    /// The seal covers the head, whose length is fixed, and whether and what it is bound to.
    private static func seal(
        _ head: [UInt8], _ binding: String?, _ secret: ChallengeSecret
    ) throws(AttestError) -> [UInt8] {
        try hmacSHA256(head + (binding.map { [1] + $0.utf8 } ?? [0]), key: secret.bytes)
    }
}

extension UInt64 {
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) }
    }
}
