/// The ceremony that a challenge is issued for.
public enum ChallengePurpose: String, Sendable, Hashable, CaseIterable {
    /// The certification of a new key.
    case attestation
    /// A signature with a registered key.
    case assertion

    /// The byte that stands for the purpose inside of a challenge.
    var byte: UInt8 {
        switch self {
        case .attestation: 1
        case .assertion: 2
        }
    }
}
