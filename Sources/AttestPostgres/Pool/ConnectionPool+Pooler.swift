/// A pooler between, which must keep sessions together.
extension ConnectionPool {
    /// A process of a server; another server may have one of the same number.
    private struct Process: Equatable {
        let number: Int32
        let serverStart: String
    }

    /// Refuses a pooler that gives each transaction of a connection to another session of the server.
    ///
    /// Prepared statements and settings would be another client's. A pooler makes up the process that it names when a
    /// connection is made, so another process answers. When two connections that are both open are answered by the same
    /// one, neither has a session of its own. Different ones prove nothing.
    func checkPooler(_ connection: Connection, until deadline: ContinuousClock.Instant) async throws(PostgresError) {
        connection.isPooled = try await process(of: connection, until: deadline).number != connection.backend
        guard connection.isPooled else { return }
        // Connections that are made at once ask one after the other, and mostly only the first.
        while isPoolerBeingAsked { await executor.sleep(until: .now + .milliseconds(10)) }
        guard !isPoolerAsked else { return }
        isPoolerBeingAsked = true
        defer { isPoolerBeingAsked = false }
        // One connection more than the pool may have, for a moment.
        let limit = min(deadline, .now + Limits.probing)
        if let other = try? await Connector().connect(to: string, silence: limits.silence, until: limit),
            let process = try? await process(of: other, until: limit)
        {
            // After the other one was answered, and while that is still open.
            let isShared = try await self.process(of: connection, until: deadline) == process
            withExtendedLifetime(other) {}
            if isShared { throw .transactionPooling }
        }
        isPoolerAsked = true
    }

    private func process(
        of connection: Connection, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> Process {
        let query = "SELECT pg_backend_pid(), extract(epoch FROM pg_postmaster_start_time())"
        let answer = try await roundTrip(connection, until: deadline) { $0.send(script: query) }
        guard let row = answer.rows.first, let number = Int32(try row.text(0)) else {
            throw .corrupt("the number of a process")
        }
        return Process(number: number, serverStart: try row.text(1))
    }
}

extension PostgresError {
    /// The proof that sessions are mixed up.
    static let transactionPooling = PostgresError(
        "a pooler between gives every transaction another session: the store needs pool_mode = session")
}
