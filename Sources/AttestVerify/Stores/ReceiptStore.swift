public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Keeps the receipts of keys up to date: which are due for a newer one, and what their risk metrics were.
///
/// A refinement of its own, so that stores of servers without receipts need not have it. Each key with a receipt has a time
/// at which the receipt is due:
///
/// - `register` sets it, where the record has a receipt, to the not-before time of the receipt, or else to `created`.
/// - `updateReceipt` sets it to `created` where there is none, and otherwise leaves it. The times of the new receipt are
///   unknown, so `receiptTimes` becomes nil. The metric and its history stay.
/// - `remove` and `removeAll` forget it, and the history, in the same atomic step as the key.
public protocol ReceiptStore: KeyStore {
    /// Takes keys whose receipts are due, and reserves them for the caller.
    ///
    /// Must be atomic for each key: of any number of calls at once, from all instances, one gets it, and its receipt is due
    /// again only at the end of the reservation. So a key comes back when the instance that has it crashes. A key that
    /// another call writes at this moment may be passed over, and be taken the next time.
    ///
    /// - Parameters:
    ///   - time: Receipts that are due at this time or before are taken, the earliest first.
    ///   - lease: When they are due again, unless they are replaced or postponed before: later than `time`.
    ///   - limit: The largest number of keys to take; with 0 or less none is.
    /// - Returns: The records as they are now, in the order in which their receipts were due.
    /// - Throws: Any error of the store's own. Keys may then be reserved all the same, until the end of the reservation.
    func claimReceipts(
        dueAt time: Date, reservedUntil lease: Date, limit: Int
    ) async throws -> [KeyRecord]

    /// Replaces the receipt of a key, its times, when it is due, and adds to the history of the metric.
    ///
    /// Must be atomic: all of it, or nothing. A repetition with the same values changes nothing.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - receipt: The new receipt.
    ///   - times: The times of the new receipt.
    ///   - nextDue: When the new receipt is due; nil for never.
    ///   - sample: The metric of the new receipt. A sample of the same time is replaced. The key's `riskMetric` becomes that of
    ///     the newest sample by time, which need not be this one. Nil leaves metric and history as they are.
    /// - Returns: Whether the key is registered.
    /// - Throws: Any error of the store's own.
    func replaceReceipt(
        _ keyID: KeyID, with receipt: [UInt8], times: ReceiptTimes, nextDue: Date?, sample: RiskSample?
    ) async throws -> Bool

    /// Sets when the receipt of a key is due.
    ///
    /// - Parameters:
    ///   - keyID: The key.
    ///   - time: When it is due; nil for never, until the receipt is replaced.
    /// - Returns: Whether the key is registered.
    /// - Throws: Any error of the store's own.
    func postponeReceipt(_ keyID: KeyID, until time: Date?) async throws -> Bool

    /// Takes the token that an exchange of a receipt needs, as `TokenBucket.taking(by:at:)` does it for a rate.
    ///
    /// All refreshers of a store share one bucket, so that a service on many instances keeps to the rate of one. Must be
    /// atomic: of any number of calls at once, from all instances, one gets the token. ``TokenBucket/Terms`` has the numbers
    /// for one conditional write.
    ///
    /// - Parameters:
    ///   - rate: How fast tokens come; there is never more than one.
    ///   - time: The time.
    /// - Returns: Whether there was one.
    /// - Throws: Any error of the store's own, also for a time that is out of range.
    func takeRefreshToken(by rate: RefreshRate, at time: Date) async throws -> Bool

    /// The metrics of a key, the oldest first: the newest ``RiskSample/historyLimit`` of them by their times.
    ///
    /// A store may keep some more than that, but not without bound.
    ///
    /// - Parameter keyID: The key.
    /// - Returns: The samples; none when the key is not registered.
    /// - Throws: Any error of the store's own.
    func riskHistory(of keyID: KeyID) async throws -> [RiskSample]
}
