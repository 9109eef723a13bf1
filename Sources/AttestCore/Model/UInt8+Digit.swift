extension UInt8 {
    /// Whether the byte is one of the ASCII digits 0 to 9, which `UInt32("+1")` and its kind do not insist on.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
