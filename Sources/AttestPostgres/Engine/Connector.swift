/// Makes one connection, on a thread of its own: libpq waits there for the address of a host, however long that takes.
actor Connector {
    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Connects to the server.
    func connect(
        to string: ConnectionString, until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> sending Connection {
        guard let handle = unsafe string.start() else { throw PostgresError("no memory for a connection") }
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
                throw PostgresError("cannot connect to the server: timed out")
            }
            progress = connection.connect()
        }
    }
}
