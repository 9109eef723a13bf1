/// Values that are of use for some time only.
struct Purged<Key: Hashable, Value> {
    private static var smallest: Int { 1024 }

    var values: [Key: Value] = [:]
    private var next = Self.smallest

    /// Whether the number of values has doubled since this was last so: a purge at each such time costs the same on average.
    var hasDoubled: Bool { values.count >= next }

    /// Forgets whatever is over.
    ///
    /// - Parameter isOver: Whether a value is over.
    /// - Returns: How many were forgotten.
    mutating func purge(_ isOver: (Value) -> Bool) -> Int {
        let count = values.count
        values = values.filter { !isOver($0.value) }
        next = max(Self.smallest, values.count * 2)
        return count - values.count
    }
}
