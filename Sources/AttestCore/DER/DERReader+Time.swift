#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension DERReader {
    /// Reads a UTCTime or GeneralizedTime in the forms that certificates use: to the second, in UTC
    /// (RFC 5280, section 4.1.2.5).
    mutating func time() throws(AttestError) -> Date {
        let element = try element()
        let text = Array(element.content)
        let yearDigits: Int
        switch element.tag {
        case .utcTime: yearDigits = 2
        case .generalizedTime: yearDigits = 4
        default: throw fault("another element than a time")
        }
        guard text.count == yearDigits + 11, text.last == UInt8(ascii: "Z"),
            text.dropLast().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { throw fault("a time in another form than that of certificates") }

        func number(_ digits: Range<Int>) -> Int {
            text[digits].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        func pair(_ index: Int) -> Int {
            number(yearDigits + 2 * index..<yearDigits + 2 * index + 2)
        }

        var year = number(0..<yearDigits)
        if yearDigits == 2 {
            year += year < 50 ? 2000 : 1900
        } else {
            guard year >= 2050 else { throw fault("a generalized time before 2050") }
        }
        let (month, day, hour, minute, second) = (pair(0), pair(1), pair(2), pair(3), pair(4))
        guard (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { throw fault("a time that does not exist") }

        let days = Self.daysSince1970(year: year, month: month, day: day)
        return Date(timeIntervalSince1970: Double(((days * 24 + hour) * 60 + minute) * 60 + second))
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1 January 1970 to a date of the Gregorian calendar.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // Leap days are counted through the end of the year before; 1969 years before 1970 make 719,162 days.
        let before = year - 1
        let daysBeforeYear = before * 365 + before / 4 - before / 100 + before / 400 - 719_162
        return (1..<month).reduce(daysBeforeYear + day - 1) { $0 + days(inMonth: $1, of: year) }
    }
}
