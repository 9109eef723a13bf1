public import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// When receipts are exchanged again.
public struct RefreshSchedule: Sendable, Hashable {
    /// The least time between two exchanges of a key's receipt.
    let interval: Duration

    /// Each receipt as soon as Apple exchanges it, which is about a day after the last time.
    public static let asSoonAsPossible = RefreshSchedule(unchecked: .zero)

    /// Each receipt not before some time has passed since the last exchange, but a day before it expires at the latest.
    ///
    /// - Parameter interval: The time, such as a week.
    /// - Returns: The schedule.
    /// - Throws: `invalidConfiguration` for a time that is not positive.
    public static func every(_ interval: Duration) throws(AttestError) -> RefreshSchedule {
        guard interval > .zero else {
            throw AttestError(.invalidConfiguration, "an interval between exchanges of \(interval)")
        }
        return RefreshSchedule(unchecked: interval)
    }

    private init(unchecked interval: Duration) {
        self.interval = interval
    }

    /// When a stored receipt was first due: that of an attestation at once.
    func firstDue(_ content: ReceiptContent) -> Date {
        content.notBefore == nil ? content.creationTime : due(ReceiptTimes(content), madeAt: content.creationTime)
    }

    /// When the receipt with some times is due, if it was made just then.
    func due(_ times: ReceiptTimes, madeAt creation: Date) -> Date {
        let wanted = creation.addingTimeInterval(interval / .seconds(1))
        let latest = times.expiration.map { min(wanted, $0.addingTimeInterval(-86_400)) } ?? wanted
        return max(times.notBefore, latest)
    }
}
