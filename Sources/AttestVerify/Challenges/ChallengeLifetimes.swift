/// How long challenges can be used, for each purpose.
///
/// Apple's service may ask an app to try an attestation again with the same challenge, so allow minutes for attestations.
public struct ChallengeLifetimes: Sendable, Hashable {
    /// The lifetime of challenges for attestations.
    public let attestation: Duration
    /// The lifetime of challenges for assertions.
    public let assertion: Duration

    /// Takes a lifetime for each purpose.
    ///
    /// `ChallengeIssuer` accepts a second to a day.
    ///
    /// - Parameters:
    ///   - attestation: The lifetime of challenges for attestations.
    ///   - assertion: The lifetime of challenges for assertions.
    public init(attestation: Duration = .seconds(300), assertion: Duration = .seconds(300)) {
        self.attestation = attestation
        self.assertion = assertion
    }

    subscript(purpose: ChallengePurpose) -> Duration {
        switch purpose {
        case .attestation: attestation
        case .assertion: assertion
        }
    }
}
