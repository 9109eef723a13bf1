/// What bounds a store.
struct Limits: Sendable {
    /// The largest number of connections.
    let connections: Int
    /// How long a statement may take on the server.
    let statement: Duration

    /// How long a connection may be idle and still be used: what lies between may have forgotten it.
    let idleAge: Duration

    /// Checks the limits.
    init(
        connections: Int, statement: Duration, idleAge: Duration = .seconds(120)
    ) throws(PostgresError) {
        guard (1...1000).contains(connections) else {
            throw PostgresError("a pool of \(connections) connections instead of 1 to 1,000")
        }
        guard statement >= .milliseconds(1), statement <= .seconds(3600) else {
            throw PostgresError("a statement timeout that is not between a millisecond and an hour")
        }
        self.connections = connections
        self.statement = statement
        self.idleAge = idleAge
    }

    /// How long an answer is waited for, so that a dead network ends as well: the server's own limit comes first.
    var answer: Duration { statement + .seconds(1) }

    /// How long sent data may be unacknowledged, which takes a dead network and not a slow statement.
    var silence: Duration { min(answer, .seconds(30)) }

    /// How long making a connection may take.
    var connecting: Duration { statement }

    /// How long a call waits for a connection.
    var patience: Duration { statement + .seconds(1) }

    /// How long a pooler is asked how it pools; one that has no session left answers nothing.
    static let probing = Duration.seconds(1)

    /// How long a migration waits for a table: others wait behind it, and are not to reach their own limit.
    var tableLock: Duration { min(.seconds(2), statement / 2) }

    /// How long a migration leaves a table to those others.
    static let tablePause = Duration.seconds(2)

    /// How long a migration waits for that of another instance before it looks whether it is still wanted.
    static let migrationLock = Duration.seconds(1)

    /// How long `health` may take.
    static let health = Duration.seconds(2)

    /// How long a migration may take, and wait for that of another instance.
    static let migration = Duration.seconds(1800)

    /// The pause after a number of failed attempts to connect: doubled each time, up to a second.
    static func pause(afterFailures count: Int) -> Duration {
        // At random, so that the instances of a service do not all come at once.
        .milliseconds(min(1000, 25 << min(count, 10))) * Double.random(in: 0.5...1)
    }
}

extension Duration {
    /// In whole milliseconds, and at least one.
    var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return max(1, seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
