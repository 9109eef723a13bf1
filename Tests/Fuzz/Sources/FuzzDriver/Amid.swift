extension [UInt8] {
    /// The same bytes as a slice in the middle of others.
    ///
    /// What is read from it must be the same: a reader that counts from 0, or looks beyond the end, differs.
    public var amidOthers: ArraySlice<UInt8> {
        let before: [UInt8] = [0xbf, 0x30, 0x7f]
        let after: [UInt8] = [0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff]
        return (before + self + after)[before.count..<before.count + count]
    }
}
