import CBench

/// Allocations of all threads; nil where they cannot be counted.
enum Allocations {
    struct Count {
        let calls: Int
        /// What is still allocated at the end.
        let bytes: Int
    }

    static func count(_ body: () async throws -> Void) async rethrows -> Count? {
        guard bench_allocations_start() == 1 else { return nil }
        defer { bench_allocations_stop() }
        try await body()
        return Count(calls: bench_allocations(), bytes: bench_allocated_bytes())
    }
}
