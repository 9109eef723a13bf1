#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Date {
    /// Reads a time of a receipt, such as `2021-01-20T22:49:19.37Z`: ISO 8601 in UTC, with any number of decimals or none.
    init?(receiptTime text: [UInt8]) {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard text.count > pattern.count, text.last == UInt8(ascii: "Z"),
            zip(text, pattern).allSatisfy({ $1 == UInt8(ascii: "0") ? $0.isDigit : $0 == $1 })
        else { return nil }
        let decimals = text.dropFirst(pattern.count).dropLast()
        let fraction = decimals.dropFirst()
        guard decimals.isEmpty || (decimals.first == UInt8(ascii: ".") && !fraction.isEmpty && fraction.count <= 9),
            fraction.allSatisfy(\.isDigit)
        else { return nil }

        func number(_ digits: Range<Int>) -> Int {
            text[digits].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        }
        let time = CalendarTime(
            year: number(0..<4), month: number(5..<7), day: number(8..<10),
            hour: number(11..<13), minute: number(14..<16), second: number(17..<19))
        guard let seconds = time.secondsSince1970 else { return nil }
        let part = fraction.reversed().reduce(0.0) { ($0 + Double($1 - UInt8(ascii: "0"))) / 10 }
        self.init(timeIntervalSince1970: Double(seconds) + part)
    }
}
