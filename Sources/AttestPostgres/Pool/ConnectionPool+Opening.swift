/// New connections.
extension ConnectionPool {
    /// Starts to connect when calls wait: as many times as they need, but once at a time while attempts fail.
    func openIfNeeded() {
        let free = limits.connections - connections.count - openings
        let wanted = min(waiters.count - openings, free, failures > 0 ? 1 - openings : free)
        guard wanted > 0, !isClosed else { return }
        for _ in 0..<wanted {
            openings += 1
            Task { await open() }
        }
    }

    private func open() async {
        if failures > 0 { await executor.sleep(until: nextAttempt) }
        do throws(PostgresError) {
            let deadline = ContinuousClock.now + limits.connecting
            let connection = try await Connector().connect(to: string, silence: limits.silence, until: deadline)
            // Before the settings, which would else be made for the other clients of a pooler.
            try await checkPooler(connection, until: deadline)
            _ = try await roundTrip(connection, until: deadline) { [limits] in
                $0.send(script: Session.settings(limits))
            }
            openings -= 1
            failures = 0
            add(connection)
        } catch {
            openings -= 1
            failures += 1
            nextAttempt = ContinuousClock.now + Limits.pause(afterFailures: failures)
            report(.connecting, PostgresError(error.message, sqlState: error.sqlState))
            // While there are connections, or another attempt may yet succeed, the calls wait for those.
            if connections.isEmpty, openings == 0 {
                let error = PostgresError(error.message, sqlState: error.sqlState)
                while let waiter = waiters.popFirst() { waiter.continuation.resume(throwing: error) }
            }
        }
        openIfNeeded()
        finishClosing()
    }
}
