/// Contexts of OpenSSL that are expensive to create, each used by one thread at a time.
///
/// There are as many as were ever used at once. The one that was used last is used next, while it is in the cache.
final class ContextPool<Context: ~Copyable>: Sendable {
    /// A context, whose lock is free whenever the pool lends it.
    private final class Place: Sendable {
        let context: Locked<Context>

        init(_ context: consuming sending Context) {
            self.context = Locked(context)
        }
    }

    private let idle = Locked<[Place]>([])
    private let make: @Sendable () throws(AttestError) -> sending Context

    init(_ make: @escaping @Sendable () throws(AttestError) -> sending Context) {
        self.make = make
    }

    /// Lends a context to a closure, with an empty error queue; one in which the closure fails is not used again.
    func withContext<Result: Sendable>(
        _ body: (inout Context) throws(AttestError) -> Result
    ) throws(AttestError) -> Result {
        try withCleanErrorQueue { () throws(AttestError) in
            let place = if let last = idle.withLock({ $0.popLast() }) { last } else { Place(try make()) }
            let result = try place.context.withLock { (context) throws(AttestError) in try body(&context) }
            idle.withLock { $0.append(place) }
            return result
        }
    }
}
