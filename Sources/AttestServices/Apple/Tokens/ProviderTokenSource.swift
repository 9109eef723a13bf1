internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Makes provider tokens, and uses each for as long as Apple wants it used.
///
/// Apple refuses tokens older than an hour, and teams that make new ones more often than every 20 minutes (Apple,
/// "Establishing a token-based connection to APNs", whose rules the other services refer to). So a token is used for 50
/// minutes; when a service refuses it, it is replaced earlier, but never before 20 minutes. One that was made while the clock
/// was ahead is of no use, and is replaced as soon as the clock is right again.
///
/// Share one source among the clients of a process.
public final class ProviderTokenSource: Sendable, Redacted {
    /// The age at which a token is replaced, in seconds.
    static let lifetime = 50.0 * 60
    /// The age before which no token is replaced, in seconds.
    static let leastAge = 20.0 * 60
    /// By how much a token may be from the future, in seconds: the clock of a server is set back by a little now and then.
    static let clockStep = 60.0

    private struct Issued: Sendable {
        let token: ProviderToken
        let time: Date
        /// The token's age in seconds: the sum of the clock's steps forward.
        ///
        /// Steps back count as none, so that a clock that is set back makes no token younger.
        var age = 0.0
        var seen: Date
    }

    /// The current time.
    let clock: @Sendable () -> Date
    private let key: ProviderKey
    private let issued = Locked<Issued?>(nil)

    /// Makes a source; the first token is signed when it is needed.
    ///
    /// - Parameters:
    ///   - key: The key that signs.
    ///   - clock: The current time.
    public init(key: ProviderKey, clock: @escaping @Sendable () -> Date = { Date() }) {
        self.key = key
        self.clock = clock
    }

    /// The token to send now.
    ///
    /// - Throws: `internalFailure` when the cryptographic library fails.
    func token() throws(AppleServiceError) -> ProviderToken {
        try token { $0.age < Self.lifetime }
    }

    /// The token to send after a service has refused one.
    ///
    /// - Returns: A newer one, made now or meanwhile by another call; nil when the rules do not allow one yet.
    /// - Throws: `internalFailure` when the cryptographic library fails.
    func token(after refused: ProviderToken) throws(AppleServiceError) -> ProviderToken? {
        let token = try token { $0.age < ($0.token == refused ? Self.leastAge : Self.lifetime) }
        return token == refused ? nil : token
    }

    /// Callers wait for the signature that one of them makes: a fraction of a millisecond.
    private func token(keptIf isGood: (Issued) -> Bool) throws(AppleServiceError) -> ProviderToken {
        try issued.withLock { (issued) throws(AppleServiceError) in
            let now = clock()
            if var current = issued {
                current.age += max(0, now.timeIntervalSince(current.seen))
                current.seen = now
                issued = current
                let isFromTheFuture = current.time.timeIntervalSince(now) > Self.clockStep
                if !isFromTheFuture, isGood(current) { return current.token }
            }
            do throws(AttestError) {
                let token = try key.token(issuedAt: Int64(now.timeIntervalSince1970))
                issued = Issued(token: token, time: now, seen: now)
                return token
            } catch {
                throw AppleServiceError(.internalFailure, error.context)
            }
        }
    }
}
