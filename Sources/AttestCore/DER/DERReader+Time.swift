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
            text.dropLast().allSatisfy(\.isDigit)
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
        let time = CalendarTime(
            year: year, month: pair(0), day: pair(1), hour: pair(2), minute: pair(3), second: pair(4))
        guard let seconds = time.secondsSince1970 else { throw fault("a time that does not exist") }
        return Date(timeIntervalSince1970: Double(seconds))
    }
}
