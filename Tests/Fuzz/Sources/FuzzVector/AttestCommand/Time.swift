#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A time as ISO 8601 text in UTC, to the second or finer.
struct Time {
    let date: Date

    init(_ date: Date) {
        self.date = date
    }

    /// Reads a time such as `2026-04-21T18:13:12Z` or `2026-04-21T18:13:12.153Z`; nil for anything else.
    init?(_ text: String) {
        let seconds = try? Date(text, strategy: .iso8601)
        let fraction = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        guard let date = seconds ?? fraction else { return nil }
        self.date = date
    }

    /// The text, to the second.
    var text: String { date.formatted(.iso8601) }
}
