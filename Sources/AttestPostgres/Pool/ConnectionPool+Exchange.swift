/// Statements and answers.
extension ConnectionPool {
    /// Sends something on a connection that no other call has, and waits for the answer.
    ///
    /// Cancelling the task changes nothing: what was sent runs to its end. After a failure the connection is of use only
    /// if it is idle, which it is not when the answer did not come.
    ///
    /// - Returns: The last answer.
    /// - Throws: The first failure.
    func exchange(
        _ connection: Connection, until deadline: ContinuousClock.Instant, _ send: (Connection) -> Bool
    ) async throws(PostgresError) -> Answer {
        let start = ContinuousClock.now
        do throws(PostgresError) {
            return try await roundTrip(connection, until: deadline, send)
        } catch {
            if error.sqlState == "57014" { counts.timeouts += 1 }
            guard connection.isBroken else { throw error }
            // Where this one went without a word, those that were silent since before may have gone too.
            if error.sqlState == nil { discardIdle(before: start) }
            report(.statement, error)
            throw error
        }
    }

    /// The same for a connection that nobody knows of yet.
    func roundTrip(
        _ connection: Connection, until deadline: ContinuousClock.Instant, _ send: (Connection) -> Bool
    ) async throws(PostgresError) -> Answer {
        exchanges += 1
        guard send(connection) else { throw PostgresError("the statement could not be sent") }
        while true {
            guard let isSent = connection.flush() else { throw .lost }
            if isSent { break }
            try await ready(.readingOrWriting, connection, until: deadline)
            // What the server sends meanwhile is taken in, or both sides could come to wait for each other.
            if Readiness.reading.isNow(connection.socket), !connection.receive() { throw .lost }
        }
        var last = Answer()
        var failure: PostgresError?
        while true {
            while connection.isWaiting {
                try await ready(.reading, connection, until: deadline)
                // The failure that ended the connection may have come before its end.
                if !connection.receive(), connection.isWaiting { throw failure ?? .lost }
            }
            switch connection.nextResult() {
            case .success(let answer): last = answer
            case .failure(let error): failure = failure ?? error
            case nil:
                if let failure { throw failure }
                return last
            }
        }
    }

    private func ready(
        _ readiness: Readiness, _ connection: Connection, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        guard await executor.wait(for: readiness, of: connection.socket, until: deadline) else {
            counts.timeouts += 1
            throw PostgresError("the server did not answer in time", isOutcomeUnknown: true)
        }
    }
}

extension Connection {
    /// Whether a connection that was idle can still be used, as far as can be told without asking the server.
    var isAlive: Bool {
        // An end is only seen after all that came before it, such as the reason.
        for _ in 0..<10 where Readiness.reading.isNow(socket) {
            guard receive(), !isWaiting else { return false }
        }
        return isIdle
    }
}
