/// The two bits that Apple keeps for a device and a team; what they mean is the team's choice.
public struct DeviceBits: Sendable, Hashable {
    /// The first bit.
    public let bit0: Bool
    /// The second bit.
    public let bit1: Bool
    /// When the bits were last set; nil when Apple does not say.
    public let lastUpdate: YearAndMonth?

    /// A month of a year, which is as exactly as Apple tells a time here.
    public struct YearAndMonth: Sendable, Hashable, Comparable {
        /// The year.
        public let year: Int
        /// The month, from 1 to 12.
        public let month: Int

        /// Reads a text such as `2026-11`.
        init?(_ text: String) {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.utf8.count) == [4, 2],
                text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }),
                let year = Int(parts[0]), let month = Int(parts[1]), (1...12).contains(month)
            else { return nil }
            self.year = year
            self.month = month
        }

        /// Whether one month is before another.
        public static func < (left: Self, right: Self) -> Bool {
            (left.year, left.month) < (right.year, right.month)
        }
    }
}
