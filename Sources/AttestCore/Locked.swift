internal import Synchronization

/// A value behind a lock that the thread sanitizer understands.
///
/// On Linux it does not see what the standard library's `Mutex` does, and reports races where there are none. The atomic,
/// read after the lock is taken and written before it is given back, shows it the same order; it is needed for nothing else.
package struct Locked<Value: ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let order = Atomic<Int>(0)

    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    package borrowing func withLock<Result: ~Copyable, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { (value) throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.store(0, ordering: .releasing) }
            return try body(&value)
        }
    }
}
