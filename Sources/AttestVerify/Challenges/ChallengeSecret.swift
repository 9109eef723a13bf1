public import AttestCore

/// The secret that seals challenges; all instances of a service share it.
///
/// Whoever knows it can make challenges, so keep it like a password: at least 32 random bytes, in the configuration.
public struct ChallengeSecret: Sendable {
    let bytes: [UInt8]

    /// Takes the bytes of a secret.
    ///
    /// - Throws: `invalidConfiguration` for fewer than 32 bytes.
    public init(bytes: some Collection<UInt8>) throws(AttestError) {
        guard bytes.count >= 32 else {
            throw AttestError(.invalidConfiguration, "a challenge secret of \(bytes.count) bytes, and 32 are needed")
        }
        self.bytes = Array(bytes)
    }

    private init(random generator: inout some RandomNumberGenerator) {
        bytes = (0..<32).map { _ in .random(in: .min ... .max, using: &generator) }
    }

    /// A new secret of 32 random bytes, for a service of one process: challenges do not survive its end.
    public static func random() -> ChallengeSecret {
        var generator = SystemRandomNumberGenerator()
        return ChallengeSecret(random: &generator)
    }
}

extension ChallengeSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of the secret.
    public var description: String { "ChallengeSecret" }
    /// Nothing of the secret.
    public var debugDescription: String { "ChallengeSecret" }
    /// Nothing of the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
