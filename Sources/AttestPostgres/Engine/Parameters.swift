/// The values of a statement's parameters, in PostgreSQL's binary format.
struct Parameters: Sendable {
    /// All values, one after the other.
    private var bytes: [UInt8] = []
    /// Where each value is; nil for null.
    private var ranges: [Range<Int>?] = []

    /// No values.
    static let none = Parameters()

    mutating func append(_ value: some Collection<UInt8>) {
        let start = bytes.count
        bytes += value
        ranges.append(start..<bytes.count)
    }

    mutating func append(_ number: Int64) {
        append((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
    }

    mutating func appendNull() {
        ranges.append(nil)
    }

    /// Lends the values as libpq takes them: addresses, lengths and formats.
    func withPointers<Value>(
        _ body: (
            _ count: Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Value
    ) -> Value {
        // One byte more, so that an empty value has an address as well: libpq takes one without for null.
        unsafe (bytes + [0]).withUnsafeBytes { block in
            let base = unsafe block.bindMemory(to: CChar.self).baseAddress
            let values = unsafe ranges.map { range in unsafe range.flatMap { unsafe base?.advanced(by: $0.lowerBound) }
            }
            // libpq takes an `int`; the server refuses values of more than 1 GiB, and so does `Connection`.
            let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
            let formats = ranges.map { _ in Int32(1) }
            return unsafe body(Int32(clamping: ranges.count), values, lengths, formats)
        }
    }

    /// How many bytes the values have together.
    var size: Int { bytes.count }
}
