#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// PostgreSQL's times: microseconds since 2000.
extension Date {
    /// From the beginning of 2000 to that of 2001, from which `Date` counts.
    private static let offset: Int64 = 366 * 86_400 * 1_000_000

    init(timestamp: Int64) {
        switch timestamp {
        case .min: self.init(timeIntervalSinceReferenceDate: -.infinity)
        case .max: self.init(timeIntervalSinceReferenceDate: .infinity)
        default: self.init(timeIntervalSinceReferenceDate: (Double(timestamp) - Double(Self.offset)) / 1_000_000)
        }
    }

    /// The nearest time that PostgreSQL can hold.
    ///
    /// The server refuses those out of its range.
    ///
    /// - Throws: For a date that is no number or far out of the range.
    var timestamp: Int64 {
        get throws(PostgresError) {
            let seconds = timeIntervalSinceReferenceDate
            if seconds.isInfinite { return seconds > 0 ? .max : .min }
            guard let microseconds = Int64(exactly: (seconds * 1_000_000).rounded()),
                case let (timestamp, false) = microseconds.addingReportingOverflow(Self.offset)
            else { throw PostgresError("a time is out of PostgreSQL's range", sqlState: "22008") }
            return timestamp
        }
    }
}
