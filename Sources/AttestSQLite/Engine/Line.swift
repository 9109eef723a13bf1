/// Calls in the order of their numbers, each of which can leave its place.
struct Line {
    private var calls: [UInt64: Call] = [:]
    /// No call has a lower number.
    private var bound: UInt64 = 0

    var count: Int { calls.count }

    /// The lowest number; nil when no call waits.
    mutating func first() -> UInt64? {
        guard !calls.isEmpty else { return nil }
        while calls[bound] == nil { bound += 1 }
        return bound
    }

    mutating func insert(_ call: Call) {
        bound = calls.isEmpty ? call.number : min(bound, call.number)
        calls[call.number] = call
    }

    /// Takes a call out of its place; nil when it is not there.
    mutating func remove(_ number: UInt64) -> Call? {
        calls.removeValue(forKey: number)
    }

    /// Takes out the calls whose deadlines are over.
    mutating func removeOverdue(at now: ContinuousClock.Instant) -> [Call] {
        let overdue = calls.values.filter { $0.deadline <= now }
        for call in overdue { calls[call.number] = nil }
        return overdue
    }
}
