internal import Dispatch

/// Runs a store's work, one piece after the other, on a thread that is not one of the concurrency pool's.
///
/// The pool has as many threads as the machine has cores. A store that waited there for the disk, or for the lock of
/// another process, would hold up tasks that have nothing to do with it.
final class StoreExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "swift-attest.sqlite")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs a closure after all that was enqueued before.
    func run(_ work: @escaping @Sendable () -> Void) {
        queue.async(execute: work)
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
