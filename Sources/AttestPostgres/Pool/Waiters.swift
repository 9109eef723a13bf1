/// The calls that wait for a connection, in the order in which they came.
struct Waiters {
    /// A call that waits; it is given the number of a connection.
    struct Waiter {
        let number: UInt64
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Int, any Error>
    }

    private var waiters: [UInt64: Waiter] = [:]
    private var first: UInt64 = 0
    private var next: UInt64 = 0

    var isEmpty: Bool { waiters.isEmpty }
    var count: Int { waiters.count }

    /// A number for a call that may come to wait.
    mutating func makeNumber() -> UInt64 {
        defer { next += 1 }
        return next
    }

    /// Adds a waiter in the place that its number gives it.
    mutating func append(_ waiter: Waiter) {
        first = waiters.isEmpty ? waiter.number : min(first, waiter.number)
        waiters[waiter.number] = waiter
    }

    /// Takes a waiter out of its place; nil when it is gone already.
    mutating func remove(_ number: UInt64) -> Waiter? {
        waiters.removeValue(forKey: number)
    }

    /// The one that came first.
    mutating func peek() -> Waiter? {
        guard !waiters.isEmpty else { return nil }
        while first < next {
            if let waiter = waiters[first] { return waiter }
            first += 1
        }
        return nil
    }

    /// Takes out the one that came first.
    mutating func popFirst() -> Waiter? {
        peek().flatMap { remove($0.number) }
    }
}
