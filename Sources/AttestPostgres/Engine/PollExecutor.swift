internal import AttestCore
internal import AttestVerify
internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Runs an actor's work on one thread of its own, which also waits for descriptors, and for times, on the actor's behalf.
///
/// So an actor can talk to many connections at once, in straight lines of asynchronous code, and no thread of the
/// concurrency pool waits for any of them.
final class PollExecutor: SerialExecutor {
    private struct Wait: Sendable {
        let descriptor: Int32
        let events: Int16
        let deadline: ContinuousClock.Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State: Sendable {
        var jobs: [UnownedJob] = []
        var waits: [Wait] = []
        var isAsleep = false
        var isStopped = false
    }

    private let state = Locked(State())
    private let alarm: Alarm
    private let queue = DispatchQueue(label: "swift-attest.postgres")

    /// Starts the thread, which runs until `stop` is called.
    init() throws(PostgresError) {
        alarm = try Alarm()
        queue.async { self.run() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        wake { $0.jobs.append(job) }
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }

    /// Ends the thread, when it has run the jobs that it has.
    ///
    /// The actor is gone by then, so no more can come. Whoever still waits is told that the deadline has passed.
    func stop() {
        var waits: [Wait] = []
        wake { state in
            state.isStopped = true
            swap(&waits, &state.waits)
        }
        for wait in waits { wait.continuation.resume(returning: false) }
    }

    /// Waits until a descriptor is ready, or a deadline has passed.
    ///
    /// - Returns: Whether the descriptor is ready.
    func wait(
        for readiness: Readiness, of descriptor: Int32, until deadline: ContinuousClock.Instant,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            let wait = Wait(
                descriptor: descriptor, events: readiness.events, deadline: deadline, continuation: continuation)
            var isStopped = false
            wake { state in
                isStopped = state.isStopped
                if !isStopped { state.waits.append(wait) }
            }
            if isStopped { continuation.resume(returning: false) }
        }
    }

    /// Waits until a deadline has passed.
    func sleep(
        until deadline: ContinuousClock.Instant, isolation: isolated (any Actor)? = #isolation
    ) async {
        _ = await wait(for: .reading, of: -1, until: deadline)
    }

    private func wake(_ change: (inout State) -> Void) {
        let wasAsleep = state.withLock { state in
            change(&state)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if wasAsleep { alarm.ring() }
    }

    // MARK: The thread

    private func run() {
        while true {
            let jobs = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return state.jobs
            }
            for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
            guard poll() else { return }
        }
    }

    /// Looks for what is ready; waits for it, or for the next job, when there is no job to run.
    ///
    /// - Returns: False when the thread is to end.
    private func poll() -> Bool {
        var timeout: Int32 = 0
        var isStopped = false
        var entries = [pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)]
        state.withLock { state in
            entries += state.waits.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
            guard state.jobs.isEmpty else { return }
            isStopped = state.isStopped
            state.isAsleep = !isStopped
            timeout = state.waits.map(\.deadline).min()?.milliseconds ?? -1
        }
        guard !isStopped else { return false }
        let count = unsafe systemPoll(&entries, nfds_t(entries.count), timeout)
        if entries[0].revents != 0, count > 0 { alarm.silence() }

        // More waits may have come meanwhile, behind those that were asked for; `stop` takes all away.
        let now = ContinuousClock.now
        var over: [(CheckedContinuation<Bool, Never>, Bool)] = []
        state.withLock { state in
            state.isAsleep = false
            var kept: [Wait] = []
            for (index, wait) in state.waits.enumerated() {
                let isReady = count > 0 && index + 1 < entries.count && entries[index + 1].revents != 0
                if isReady || wait.deadline <= now {
                    over.append((wait.continuation, isReady))
                } else {
                    kept.append(wait)
                }
            }
            state.waits = kept
        }
        for (continuation, isReady) in over { continuation.resume(returning: isReady) }
        return true
    }
}

/// `poll` of the system, whose name a method hides.
@unsafe
private func systemPoll(_ entries: UnsafeMutablePointer<pollfd>, _ count: nfds_t, _ timeout: Int32) -> Int32 {
    unsafe poll(entries, count, timeout)
}
