#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The risk metric that a receipt held.
public struct RiskSample: Sendable, Hashable {
    /// When Apple made the receipt (field 12).
    public let time: Date

    /// About how many keys were attested for the app on the device, in the 30 days before (field 17).
    public let metric: UInt32

    /// How many samples of a key a store gives back, the newest ones.
    ///
    /// Apple hands out a receipt a day at most, and receipts live for 90 days: so none is lost that could still be compared,
    /// and no key takes more room, however often its receipt is replaced.
    public static let historyLimit = 100

    /// Takes the two fields of a receipt.
    public init(time: Date, metric: UInt32) {
        self.time = time
        self.metric = metric
    }
}
