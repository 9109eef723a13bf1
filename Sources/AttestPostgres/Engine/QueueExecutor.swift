internal import Dispatch

/// Runs an actor's work on a thread that is not one of the concurrency pool's, so that it may wait there.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "swift-attest.postgres.connecting")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
