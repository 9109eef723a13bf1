/// The connections of a store, all on one thread.
///
/// Opens them when they are needed. One that is lost is replaced when the next call needs it; while the server is down,
/// each call waits for one attempt to connect that is made after the call came, and fails with that.
actor ConnectionPool {
    nonisolated let executor: PollExecutor
    let string: ConnectionString
    let limits: Limits

    /// The open connections by number.
    var connections: [Int: Connection] = [:]
    /// The numbers of those that no call has; the one that was used last is used next.
    var idle: [Int] = []
    var waiters = Waiters()
    /// How many attempts to connect are under way.
    var openings = 0
    /// How many attempts have failed since the last that did not.
    var failures = 0
    var nextAttempt = ContinuousClock.now
    var isExpiring = false
    var isClosed = false
    /// The calls of `close` that wait for the last connection.
    var closers: [CheckedContinuation<Void, Never>] = []
    private var lastNumber = 0
    /// Whether the tables were found to be of this version.
    var isSchemaChecked = false
    /// Whether a pooler between was asked how it pools, and nothing was proven.
    var isPoolerAsked = false
    /// Whether it is just being asked.
    var isPoolerBeingAsked = false
    /// Whether a write failed because the server's disk was full, and none has written a row since.
    var isDiskFull = false
    var counts = Counts()
    private let observer: (@Sendable (PostgresConnectionFailure) -> Void)?
    /// How many round trips there were.
    var exchanges = 0

    init(
        _ string: ConnectionString, _ limits: Limits,
        observer: (@Sendable (PostgresConnectionFailure) -> Void)? = nil
    ) throws(PostgresError) {
        executor = try PollExecutor()
        self.observer = observer
        self.string = string
        self.limits = limits
    }

    deinit {
        executor.stop()
    }

    /// The thread of the connections.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Runs a statement on any connection.
    func run(_ statement: Statement, _ parameters: Parameters) async throws -> Answer {
        for _ in 0..<2 {
            if let answer = try await attempt(statement, parameters) { return answer }
        }
        throw PostgresError(sqlState: "26000", object: nil, isOutcomeUnknown: false)
    }

    /// Runs a statement.
    ///
    /// - Returns: The answer; nil when the session has lost its prepared statements, so that nothing was executed.
    private func attempt(_ statement: Statement, _ parameters: Parameters) async throws -> Answer? {
        let (number, connection) = try await acquire()
        defer { release(number) }
        // The limit begins when there is a connection.
        let deadline = ContinuousClock.now + limits.answer
        do throws(PostgresError) {
            try await prepare(connection, for: statement, until: deadline)
            let answer = try await exchange(connection, until: deadline) { $0.send(statement.name, parameters) }
            if statement.hasWritten(answer) { isDiskFull = false }
            return answer
        } catch {
            if error.isOutcomeUnknown { counts.unknownOutcomes += 1 }
            switch error.sqlState {
            // Not the session that was prepared, which a pooler shows by that. The next connection asks it again.
            case "26000":
                lose(number)
                guard connection.isPooled else { return nil }
                isPoolerAsked = false
                throw PostgresError(PostgresError.transactionPooling.message, sqlState: error.sqlState)
            // A server that has become a standby: the next connection may find the one that takes writes.
            case "25006": lose(number)
            case "53100": isDiskFull = true
            default: break
            }
            throw error
        }
    }

    func prepare(
        _ connection: Connection, for statement: Statement, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        do throws(PostgresError) {
            if !connection.isPrepared {
                try await checkSchema(connection, until: deadline)
                _ = try await exchange(connection, until: deadline) { $0.send(script: Statement.preparation) }
                connection.isPrepared = true
            }
            if statement.isWriting { try await noteGrace(connection, until: deadline) }
        } catch {
            // The statement itself was not sent.
            throw PostgresError(error.message, sqlState: error.sqlState)
        }
    }

    /// Runs statements that hold no values; the answer of the last one comes as texts.
    func run(script: String) async throws -> Answer {
        let (number, connection) = try await acquire()
        defer { release(number) }
        return try await exchange(connection, until: ContinuousClock.now + limits.answer) { $0.send(script: script) }
    }

    /// Ends all connections, those in use after their statements, and refuses further calls.
    func close() async {
        isClosed = true
        while let waiter = waiters.popFirst() { waiter.continuation.resume(throwing: PostgresError.closed) }
        for number in idle { connections[number] = nil }
        idle = []
        guard !connections.isEmpty || openings > 0 else { return }
        await withCheckedContinuation { closers.append($0) }
    }

    /// Adds a connection that was just made.
    func add(_ connection: Connection) {
        lastNumber += 1
        connections[lastNumber] = connection
        if counts.losses > counts.reconnects { counts.reconnects += 1 }
        release(lastNumber)
    }

    /// Tells the observer.
    func report(_ phase: PostgresConnectionFailure.Phase, _ error: PostgresError) {
        observer?(PostgresConnectionFailure(phase: phase, error: error, attempts: failures))
    }
}
