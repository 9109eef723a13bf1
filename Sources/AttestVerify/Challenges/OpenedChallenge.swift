#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A challenge whose seal, purpose and time were checked, and which may have been used before.
struct OpenedChallenge {
    /// By how many seconds the clocks of several instances may differ.
    static let clockTolerance = 60.0

    let id: ChallengeID
    let expiry: Date

    /// How long its use must be remembered: longer than it lives, for an instance whose clock is behind.
    var rememberedUntil: Date { expiry.addingTimeInterval(Self.clockTolerance) }
}
