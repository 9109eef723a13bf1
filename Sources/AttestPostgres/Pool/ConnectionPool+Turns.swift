/// Who has which connection, and who waits for one.
extension ConnectionPool {
    /// Waits for a connection, which is then the caller's until it releases or discards the number.
    ///
    /// One that was lost while it was idle is passed over: nothing was sent on it.
    ///
    /// - Parameter latest: When to give up, for a caller with less patience than others.
    /// - Returns: The connection and its number.
    /// - Throws: `CancellationError` when the task is cancelled before it has one.
    func acquire(
        until latest: ContinuousClock.Instant? = nil
    ) async throws -> (number: Int, connection: Connection) {
        let deadline = latest ?? .now + limits.patience
        // Also for when it has to wait again, or it would come behind those who may wait for longer.
        let place = waiters.makeNumber()
        if latest != nil { expire(place, at: deadline) }
        while true {
            let number = try await turn(place, until: deadline)
            if let connection = connections[number] {
                if connection.isAlive { return (number, connection) }
                report(.idle, PostgresError("the connection was lost while it was idle"))
            }
            lose(number)
        }
    }

    private func turn(_ waiter: UInt64, until deadline: ContinuousClock.Instant) async throws -> Int {
        try Task.checkCancellation()
        guard !isClosed else { throw PostgresError.closed }
        discardIdle(before: .now - limits.idleAge)
        if let number = idle.popLast() { return number }
        counts.waited += 1
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiters.append(.init(number: waiter, deadline: deadline, continuation: continuation))
                openIfNeeded()
                expire()
            }
        } onCancel: {
            // Runs after the above, also when the task was cancelled before: this actor does one thing at a time.
            Task { await self.cancel(waiter) }
        }
    }

    private func cancel(_ waiter: UInt64) {
        waiters.remove(waiter)?.continuation.resume(throwing: CancellationError())
    }

    /// Gives a connection back: to the call that waits longest, or to the idle ones.
    func release(_ number: Int) {
        guard let connection = connections[number] else { return }
        guard !isClosed else { return discard(number) }
        guard connection.isIdle else { return lose(number) }
        if let waiter = waiters.popFirst() {
            waiter.continuation.resume(returning: number)
        } else {
            connection.idleSince = .now
            idle.append(number)
        }
    }

    /// Closes the connections that nobody has used since a time.
    func discardIdle(before time: ContinuousClock.Instant) {
        // The one that was used last is at the end.
        while let number = idle.first, connections[number].map({ $0.idleSince < time }) ?? true {
            idle.removeFirst()
            discard(number)
        }
    }

    /// Closes a connection that is of no use any more; the next that is made comes in its place.
    func lose(_ number: Int) {
        if connections[number] != nil { counts.losses += 1 }
        discard(number)
    }

    /// Closes a connection.
    func discard(_ number: Int) {
        connections[number] = nil
        openIfNeeded()
        finishClosing()
    }

    func finishClosing() {
        guard isClosed, connections.isEmpty, openings == 0 else { return }
        for closer in closers { closer.resume() }
        closers = []
    }

    /// Sees to it that a call with a deadline of its own does not wait beyond that.
    private func expire(_ waiter: UInt64, at deadline: ContinuousClock.Instant) {
        Task {
            await executor.sleep(until: deadline)
            giveUp(waiter)
        }
    }

    private func giveUp(_ waiter: UInt64) {
        guard let waiter = waiters.remove(waiter) else { return }
        counts.timeouts += 1
        waiter.continuation.resume(throwing: PostgresError("no connection was free in time"))
    }

    /// Sees to it that no call waits beyond its deadline: the first is always the one whose deadline is next.
    private func expire() {
        guard !isExpiring else { return }
        isExpiring = true
        Task {
            while let waiter = waiters.peek() {
                let now = ContinuousClock.now
                if waiter.deadline <= now {
                    giveUp(waiter.number)
                } else {
                    // Not longer than a second, because this task keeps a store alive that is released meanwhile.
                    await executor.sleep(until: min(waiter.deadline, now + .seconds(1)))
                }
            }
            isExpiring = false
        }
    }
}
