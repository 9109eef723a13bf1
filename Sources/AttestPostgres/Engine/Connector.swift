/// Makes one connection, on a thread of its own, which waits for names and servers.
actor Connector {
    private let executor = QueueExecutor()
    private let names: NameService

    init(names: NameService = .system) {
        self.names = names
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Connects to the first server that takes the connection.
    ///
    /// Of several hosts, and of several addresses of a host, each has its share of the time that is left. libpq would wait
    /// for the first until the end, and would look up every name before it tries any.
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
        let hosts = string.hosts()
        guard !hosts.isEmpty else { return try attempt(string, nil, silence, until: deadline) }
        var failures: [PostgresError] = []
        for (index, host) in hosts.enumerated() {
            let end = Self.end(ofTurnAt: .now, of: hosts.count - index, until: deadline)
            do throws(PostgresError) {
                return try connect(string, host, silence, until: end)
            } catch {
                failures.append(error)
            }
        }
        throw PostgresError(connecting: failures)
    }

    /// Connects to a host, at the first of its addresses that takes the connection.
    private func connect(
        _ string: ConnectionString, _ host: Host, _ silence: Duration, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> sending Connection {
        guard let name = host.nameToLookUp else { return try attempt(string, host, silence, until: deadline) }
        let addresses = try names.addresses(of: name, until: deadline)
        var failures: [PostgresError] = []
        for (index, address) in addresses.enumerated() {
            let end = Self.end(ofTurnAt: .now, of: addresses.count - index, until: deadline)
            do throws(PostgresError) {
                return try attempt(string, host.at(address), silence, until: end)
            } catch {
                failures.append(error)
            }
        }
        throw PostgresError(connecting: failures)
    }

    /// When the first of some turns ends: after an equal share of the time that is left, but not within a second.
    ///
    /// Less than that would fail a healthy server that is slow, at all of its addresses.
    static func end(
        ofTurnAt now: ContinuousClock.Instant, of turns: Int, until deadline: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        let left = max(.zero, deadline - now)
        return now + max(left / max(1, turns), min(.seconds(1), left))
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
                guard connection.neverWait() else { throw PostgresError("the connection failed") }
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
