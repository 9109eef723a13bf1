import Dispatch
import Foundation
import Synchronization

/// Runs tasks on a thread of its own: the shared pool makes no second thread while other programs keep the cores busy.
final class Worker: TaskExecutor {
    static let all = [Worker(), Worker()]

    private let jobs = Mutex<[UnownedJob]>([])
    private let waiting = DispatchSemaphore(value: 0)

    private init() {
        Thread.detachNewThread { [self] in
            while true {
                waiting.wait()
                let job = jobs.withLock { $0.removeFirst() }
                job.runSynchronously(on: asUnownedTaskExecutor())
            }
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        waiting.signal()
    }
}
