extension UInt8 {
    /// Whether the byte is white space of ASCII.
    ///
    /// Text of the input is taken apart by bytes: one `Character` can be as long as the whole text, and comparing it with
    /// another then takes time with the square of its length.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}
