internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The header Retry-After (RFC 9110, section 10.2.3): a number of seconds, or a time in the preferred form.
enum RetryAfter {
    /// The longest pause, in seconds: what is beyond a day is taken for a day.
    static let most = 86_400

    /// Reads the header; nil when it has neither form.
    static func parse(_ value: String, now: Date) -> Duration? {
        let value = value.split(separator: " ").joined(separator: " ")
        if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int(value) ?? most, most))
        }
        guard let seconds = secondsSince1970(value) else { return nil }
        let left = (Double(seconds) - now.timeIntervalSince1970).rounded(.up)
        return .seconds(Int(min(max(0, left), Double(most))))
    }

    /// Reads a time such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    private static func secondsSince1970(_ text: String) -> Int? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]),
            let day = number(parts[1], digits: 2), let year = number(parts[3], digits: 4)
        else { return nil }
        let time = parts[4].split(separator: ":").compactMap { number($0, digits: 2) }
        guard time.count == 3 else { return nil }
        return CalendarTime(
            year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2]
        ).secondsSince1970
    }

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
