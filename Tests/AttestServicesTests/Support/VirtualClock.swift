import AttestCore
import Foundation

/// A clock for some tasks, on which waiting costs nothing: while all of them wait, it jumps to the end of the shortest wait.
///
/// It cancels whoever waits beyond its limit.
final class VirtualClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var elapsed = Duration.zero
        var limit: Duration
        /// How many tasks there are, waiting or not.
        var tasks: Int
        var waiting: [(end: Duration, task: CheckedContinuation<Void, Never>)] = []

        /// Whose wait ends next, when all wait.
        mutating func next() -> CheckedContinuation<Void, Never>? {
            guard waiting.count == tasks,
                let first = waiting.indices.min(by: { waiting[$0].end < waiting[$1].end })
            else { return nil }
            let (end, task) = waiting.remove(at: first)
            elapsed = max(elapsed, end)
            return task
        }
    }

    private let start: Date
    private let state: Locked<State>

    init(start: Date, limit: Duration, tasks: Int = 1) {
        self.start = start
        state = Locked(State(limit: limit, tasks: tasks))
    }

    var now: Instant { Instant(offset: elapsed) }
    var elapsed: Duration { state.withLock { $0.elapsed } }
    var minimumResolution: Duration { .nanoseconds(1) }
    var date: Date { start.addingTimeInterval(elapsed / .seconds(1)) }

    func advance(by duration: Duration) { state.withLock { $0.elapsed += duration } }

    /// Lets new tasks wait, until another limit.
    func run(until limit: Duration, tasks: Int = 1) {
        state.withLock { state in
            state.limit = limit
            state.tasks = tasks
        }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let isBeyond = state.withLock { $0.limit < deadline.offset }
        if isBeyond {
            let next = state.withLock { state in
                state.tasks -= 1
                if state.tasks == 0 { state.elapsed = max(state.elapsed, state.limit) }
                return state.next()
            }
            next?.resume()
            throw CancellationError()
        }
        await withCheckedContinuation { task in
            let next = state.withLock { state in
                state.waiting.append((deadline.offset, task))
                return state.next()
            }
            next?.resume()
        }
    }
}
