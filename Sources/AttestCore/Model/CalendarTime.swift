/// A time in UTC by the Gregorian calendar, to the second.
package struct CalendarTime {
    private let year, month, day, hour, minute, second: Int

    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Seconds from the beginning of 1970; nil for a time that does not exist, such as 30 February or a 60th second.
    package var secondsSince1970: Int? {
        guard year >= 1, (1...12).contains(month), (1...days(inMonth: month)).contains(day),
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        // Leap days are counted through the end of the year before; 1969 years before 1970 make 719,162 days.
        let before = year - 1
        let daysBeforeYear = before * 365 + before / 4 - before / 100 + before / 400 - 719_162
        let days = (1..<month).reduce(daysBeforeYear + day - 1) { $0 + self.days(inMonth: $1) }
        return ((days * 24 + hour) * 60 + minute) * 60 + second
    }

    private func days(inMonth month: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return switch month {
        case 2: isLeap ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
