internal import AttestVerify

/// What the pool knows of itself and its server.
extension ConnectionPool {
    var statistics: PostgresPoolStatistics {
        PostgresPoolStatistics(
            open: connections.count, idle: idle.count, waiting: waiters.count, waited: counts.waited,
            reconnects: counts.reconnects, timeouts: counts.timeouts, unknownOutcomes: counts.unknownOutcomes)
    }

    /// Asks the server for its state, and does not wait for it as long as other calls do.
    func health() async -> StoreHealth {
        do {
            return try await askForHealth(until: .now + Limits.health)
        } catch let error as PostgresError {
            // A code is an answer, and a pool that has connections is merely busy.
            return StoreHealth(
                isReachable: error.sqlState != nil || !connections.isEmpty,
                isWritable: error.sqlState == "25006" ? false : nil, notes: [error.description])
        } catch {
            return StoreHealth(isReachable: !connections.isEmpty, notes: ["cancelled"])
        }
    }

    private func askForHealth(until latest: ContinuousClock.Instant) async throws -> StoreHealth {
        let (number, connection) = try await acquire(until: latest)
        defer { release(number) }
        let deadline = min(latest, .now + limits.answer)
        let settings = """
            SELECT pg_is_in_recovery(), current_setting('transaction_read_only'), current_setting('fsync'),
                current_setting('synchronous_commit')
            """
        let answer = try await exchange(connection, until: deadline) { $0.send(script: settings) }
        guard let row = answer.rows.first else { throw PostgresError.corrupt("an answer") }
        let isStandby = try row.text(0) == "t"
        let isReadOnly = try row.text(1) == "on"
        let (hasSync, commit) = (try row.text(2) == "on", try row.text(3))
        var notes: [String] = []
        if isStandby { notes.append("the server is a standby") }
        if isReadOnly, !isStandby { notes.append("the session is read-only") }
        if isDiskFull { notes.append("the server's disk was full at the last write") }
        if !hasSync { notes.append("fsync is off") }
        notes.append("synchronous_commit: \(commit)")
        if connection.isPooled { notes.append("pooler: unknown") }

        var version: Int?
        do throws(PostgresError) {
            version = try await self.version(connection, until: deadline)
        } catch {
            notes.append(error.description)
        }
        if let version, version != Schema.migrations.count {
            notes.append("the tables have version \(version), and this program knows \(Schema.migrations.count)")
        }
        return StoreHealth(
            isReachable: true, schemaVersion: version == 0 ? nil : version,
            isWritable: !isStandby && !isReadOnly && !isDiskFull, isDurable: hasSync && commit != "off", notes: notes)
    }
}
