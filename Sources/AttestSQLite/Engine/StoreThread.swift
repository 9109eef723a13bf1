internal import AttestCore
internal import CAttestSQLite

/// Does what the calls of a store ask for, one after the other, on a thread of its own.
///
/// A call that finds the file locked by another connection is attempted again every millisecond until its deadline, which
/// counts from its arrival. Meanwhile calls that need no lock are served, and tasks that are cancelled leave at once.
actor StoreThread {
    private nonisolated let executor = StoreExecutor()
    private nonisolated let queue: Locked<CallQueue>
    /// Nil when it is closed.
    private var session: Session?

    /// Opens a store's file, on the caller's thread.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - patience: How long a lock of another connection is waited for.
    /// - Throws: What opening throws.
    init(path: String, patience: Duration) throws(SQLiteError) {
        queue = Locked(CallQueue(patience: patience))
        session = try Session.open(path, patience: patience)
    }

    #if !canImport(Darwin)
    // Closing the file may write to the disk, so it is done on the store's thread. Darwin has this only from macOS 15.4
    // on; there the file is closed where the store is released.
    isolated deinit {}
    #endif

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// How many calls have no answer yet.
    nonisolated var waitingCount: Int { queue.withLock { $0.count } }

    /// Reads, also while another connection writes.
    ///
    /// - Parameter body: Runs again when the file was locked nevertheless.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; `CancellationError` when the task is cancelled before its turn.
    nonisolated func read<Value: Sendable>(
        _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await call(needsLock: false, within: nil, body)
    }

    /// Writes, to the files that are at the store's paths.
    ///
    /// - Parameters:
    ///   - limit: How long a lock is waited for, if not as long as usual.
    ///   - body: One statement or one transaction, because it is repeated when the file is locked.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; `CancellationError` when the task is cancelled before its turn.
    nonisolated func write<Value: Sendable>(
        within limit: Duration? = nil, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try await call(needsLock: true, within: limit) { session in
            try session.checkFiles()
            return try body(session)
        }
    }

    private nonisolated func call<Value: Sendable>(
        needsLock: Bool, within limit: Duration?, _ body: @escaping @Sendable (Session) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let (number, deadline) = queue.withLock { $0.arrive(within: limit) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let call = Call(
                    number: number, deadline: deadline, needsLock: needsLock,
                    attempt: { session in
                        do {
                            let value = try body(session)
                            continuation.resume(returning: value)
                        } catch let error as SQLiteError where error.isBusy {
                            return error
                        } catch {
                            continuation.resume(throwing: error)
                        }
                        return nil
                    },
                    fail: { continuation.resume(throwing: $0) })
                enter(call)
                // The handler may have run before the call was in its place.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private nonisolated func enter(_ call: Call) {
        do throws(SQLiteError) {
            if try queue.withLock({ queue throws(SQLiteError) in try queue.add(call) }) { start() }
        } catch {
            call.fail(error)
        }
    }

    private nonisolated func cancel(_ number: UInt64) {
        queue.withLock { $0.cancel(number) }?.fail(CancellationError())
    }

    /// Closes the file when all calls that came before have their answers; later ones fail.
    nonisolated func close() async {
        await withCheckedContinuation { closer in
            if queue.withLock({ $0.close(closer) }) { start() }
        }
    }

    // Not as a task, which would first wait for a thread of the concurrency pool.
    private nonisolated func start() {
        executor.run { self.assumeIsolated { $0.serve() } }
    }

    /// Serves until no call waits.
    private func serve() {
        // When calls that need the lock are attempted again.
        var retry = ContinuousClock.now
        while true {
            switch queue.withLock({ $0.next(isLocked: ContinuousClock.now < retry) }) {
            case .attempt(let call):
                if let error = attempt(call) {
                    let (cancelled, overdue) = queue.withLock { $0.putBack(call) }
                    cancelled?.fail(CancellationError())
                    for call in overdue { call.fail(error) }
                    retry = .now + .milliseconds(1)
                } else {
                    queue.withLock { $0.finish(call) }
                }
            case .wait:
                sqlite3_sleep(1)
            case .stop:
                return
            case .close(let closers):
                session = nil
                for closer in closers { closer.resume() }
                return
            }
        }
    }

    /// Attempts a call; gives back an error when another connection has the lock.
    private func attempt(_ call: Call) -> SQLiteError? {
        guard let session else {
            call.fail(SQLiteError.closed)
            return nil
        }
        return call.attempt(session)
    }
}
