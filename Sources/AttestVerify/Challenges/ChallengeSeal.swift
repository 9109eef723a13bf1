internal import AttestCore

/// The seal of a challenge: an HMAC over what can be read of it, and over what it is bound to.
struct ChallengeSeal {
    let audience: String?
    let binding: ChallengeBinding

    /// Computes the seal.
    ///
    /// No two inputs share their bytes: the head has a fixed length, audience and binding begin with a kind, and every text
    /// comes after its length.
    ///
    /// - Parameters:
    ///   - head: The part of the challenge before the seal.
    ///   - secret: The key of the HMAC.
    /// - Returns: 32 bytes.
    /// - Throws: `internalFailure` when the cryptographic library fails.
    func code(head: [UInt8], secret: ChallengeSecret) throws(AttestError) -> [UInt8] {
        try hmacSHA256(head + audienceBytes + bindingBytes, key: secret.bytes)
    }

    /// No audience is not the same as an empty one.
    private var audienceBytes: [UInt8] {
        guard let audience else { return [0] }
        return [1] + Self.prefixed(audience.utf8)
    }

    private var bindingBytes: [UInt8] {
        switch binding {
        case .nothing: [0]
        case .session(let session): [1] + Self.prefixed(session.utf8)
        case .account(let account): [2] + Self.prefixed(account.utf8)
        case .key(let keyID): [3] + Self.prefixed(keyID.bytes)
        }
    }

    private static func prefixed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        UInt64(bytes.count).bigEndianBytes + bytes
    }
}

extension UInt64 {
    /// The eight bytes, the most significant first.
    var bigEndianBytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) }
    }
}
