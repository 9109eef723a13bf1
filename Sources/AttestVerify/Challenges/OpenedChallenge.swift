#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A challenge whose seal, purpose and time were checked, and which may have been used before.
struct OpenedChallenge {
    let id: ChallengeID
    let expiry: Date

    /// How long its use must be remembered: a minute longer than it lives, as clocks of several instances differ.
    var rememberedUntil: Date { expiry.addingTimeInterval(60) }
}
