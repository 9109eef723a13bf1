/// Something whose cost for each time is measured, and compared with one bare verify on a curve.
struct Operation: Sendable {
    /// Does it so often as it was asked for.
    typealias Batch = @Sendable () async throws -> Void

    let name: String
    let curve: BareVerify.Curve
    /// Readies a batch of a count for each of the tasks that will run at once; not measured.
    let batches: @Sendable (_ count: Int, _ tasks: Int) throws -> [Batch]

    init(
        _ name: String, on curve: BareVerify.Curve,
        batches: @escaping @Sendable (_ count: Int, _ tasks: Int) throws -> [Batch]
    ) {
        (self.name, self.curve, self.batches) = (name, curve, batches)
    }

    /// An operation that needs nothing new for each time.
    init(_ name: String, on curve: BareVerify.Curve, each body: @escaping @Sendable (_ number: Int) throws -> Void) {
        self.init(name, on: curve) { count, tasks in
            (0..<tasks).map { _ in { for number in 0..<count { try body(number) } } }
        }
    }
}
