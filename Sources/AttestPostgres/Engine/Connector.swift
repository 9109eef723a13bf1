/// Makes one connection, on a thread of its own: libpq waits there for the address of a host, however long that takes.
actor Connector {
    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Connects to the first server that takes the connection.
    ///
    /// Of several hosts, and of several addresses of a host, each has its share of the time that is left. libpq would wait
    /// for the first until the end.
    ///
    /// - Parameters:
    ///   - string: Where the servers are.
    ///   - silence: How long the server may leave sent data unacknowledged.
    ///   - deadline: When to give up.
    /// - Returns: The connection, which nobody else has.
    /// - Throws: Why each failed.
    func connect(
        to string: ConnectionString, silence: Duration, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> sending Connection {
        let hosts = string.hosts().flatMap(\.resolved)
        guard !hosts.isEmpty else {
            return try attempt(string, nil, silence, until: deadline)
        }
        var failures: [PostgresError] = []
        for (index, host) in hosts.enumerated() {
            let now = ContinuousClock.now
            let share = (deadline - now) / (hosts.count - index)
            do throws(PostgresError) {
                return try attempt(string, host, silence, until: now + share)
            } catch {
                failures.append(error)
            }
        }
        throw PostgresError(connecting: failures)
    }

    private func attempt(
        _ string: ConnectionString, _ host: Host?, _ silence: Duration, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> sending Connection {
        guard let handle = unsafe string.start(host, silence: silence) else {
            throw PostgresError("no memory for a connection")
        }
        let connection = unsafe Connection(owning: handle)
        // As libpq's documentation says: before the first step, as if that had asked for writing.
        var progress = connection.socket < 0 ? connection.connect() : .needsWriting
        while true {
            let readiness: Readiness
            switch progress {
            case .connected:
                guard connection.configure() else { throw PostgresError("the connection failed") }
                return connection
            case .failed: throw connection.connectingFailure
            case .needsReading: readiness = .reading
            case .needsWriting: readiness = .writing
            }
            guard readiness.wait(connection.socket, until: deadline) else {
                throw PostgresError(connecting: "timed out")
            }
            progress = connection.connect()
        }
    }
}
