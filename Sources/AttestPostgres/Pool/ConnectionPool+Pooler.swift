/// A pooler between, which must keep sessions together.
extension ConnectionPool {
    /// What is known of a pooler between.
    enum Pooler {
        case none
        /// There is one, and nothing shows that it mixes sessions up.
        case unknown
    }

    /// Refuses a pooler that gives the connections' statements to any session of the server.
    ///
    /// Prepared statements and settings would be another client's. A pooler makes up the process that it names when a
    /// connection is made, so another process answers. When two connections that are both open are answered by the same
    /// one, neither has a session of its own. Different ones prove nothing.
    func checkPooler(_ connection: Connection, until deadline: ContinuousClock.Instant) async throws(PostgresError) {
        guard try await backend(of: connection, until: deadline) != connection.backend else {
            pooler = .none
            return
        }
        // Connections that are made at once ask one after the other, and mostly only the first.
        while isProbing { await executor.sleep(until: .now + .milliseconds(10)) }
        guard pooler == .none else { return }
        isProbing = true
        defer { isProbing = false }
        let limit = min(deadline, .now + Limits.probing)
        guard let other = try? await Connector().connect(to: string, silence: limits.silence, until: limit),
            let backend = try? await backend(of: other, until: limit)
        else {
            pooler = .unknown
            return
        }
        // After the other one was answered, and while that is still open.
        let isShared = try await self.backend(of: connection, until: deadline) == backend
        withExtendedLifetime(other) {}
        if isShared { throw .transactionPooling }
        pooler = .unknown
    }

    private func backend(
        of connection: Connection, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> Int32 {
        let answer = try await roundTrip(connection, until: deadline) { $0.send(script: "SELECT pg_backend_pid()") }
        guard let text = try answer.rows.first?.text(0), let backend = Int32(text) else {
            throw .corrupt("the number of a process")
        }
        return backend
    }
}

extension PostgresError {
    /// The proof that sessions are mixed up.
    static let transactionPooling = PostgresError(
        "a pooler between gives every transaction another session: the store needs pool_mode = session")
}
