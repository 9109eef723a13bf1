/// The rounds of one operation, on one thread and on two.
struct Measurement {
    /// What one round has found, in seconds.
    struct Round {
        /// Processor time of one operation.
        let time: Double
        /// Processor time of one bare verify, just before and just after.
        let bare: Double
        /// Time on the clock for one batch of all tasks, against that of one batch on one thread.
        let scaling: Double
    }

    let operation: Operation
    private(set) var rounds: [Int: [Round]] = [1: [], 2: []]
    private(set) var allocations: Double?
    private let bare: Operation
    private let count: Int
    private let bareCount: Int

    /// Does the operation for the first time, and finds out how many make a batch of 20 ms.
    init(_ operation: Operation) async throws {
        self.operation = operation
        bare = try BareVerify.operation(operation.curve)
        _ = try await Self.run(bare, 10, 1)
        bareCount = Self.batch(try await Self.run(bare, 10, 1).time / 10)
        _ = try await Self.run(operation, 2, 2)
        count = Self.batch(try await Self.run(operation, 8, 1).time / 8)
    }

    /// One round: bare verifies surround each batch, so that what slows the machine down slows both.
    mutating func measure() async throws {
        let before = try await bareTime()
        let one = try await Self.run(operation, count, 1)
        let between = try await bareTime()
        let two = try await Self.run(operation, count, 2)
        let after = try await bareTime()
        rounds[1]?.append(Round(time: one.time / Double(count), bare: (before + between) / 2, scaling: 1))
        rounds[2]?.append(
            Round(time: two.time / Double(2 * count), bare: (between + after) / 2, scaling: 2 * one.wall / two.wall))
    }

    mutating func countAllocations() async throws {
        let batches = try operation.batches(count, 1)
        allocations = try await Allocations.count { for batch in batches { try await batch() } }
            .map { Double($0.calls) / Double(count) }
    }

    /// How many make 20 ms.
    private static func batch(_ time: Double) -> Int { max(4, min(2000, Int(0.02 / time))) }

    private func bareTime() async throws -> Double {
        try await Self.run(bare, bareCount, 1).time / Double(bareCount)
    }

    /// Runs a batch in each of so many tasks at once: the processor time of all, and the time on the clock.
    private static func run(_ operation: Operation, _ count: Int, _ tasks: Int) async throws -> (
        time: Double, wall: Double
    ) {
        let batches = try operation.batches(count, tasks)
        let (time, wall) = (Processor.own, ContinuousClock.now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (batch, worker) in zip(batches, Worker.all) {
                group.addTask(executorPreference: worker) { @concurrent in try await batch() }
            }
            try await group.waitForAll()
        }
        return (Processor.own - time, (ContinuousClock.now - wall).seconds)
    }
}
