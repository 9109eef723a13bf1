/// New tables.
extension ConnectionPool {
    /// Brings the tables to the newest version, in one transaction.
    ///
    /// - Throws: For tables of a newer version of this package.
    func migrate(by migrations: [String]) async throws {
        let (number, connection) = try await acquire()
        do throws(PostgresError) {
            try await migrate(connection, by: migrations)
            release(number)
        } catch {
            // Which also ends the transaction.
            discard(number)
            throw error
        }
    }

    private func migrate(_ connection: Connection, by migrations: [String]) async throws(PostgresError) {
        let deadline = ContinuousClock.now + Limits.migration
        // The usual case, in which nothing is locked.
        guard try await version(connection, until: deadline) != migrations.count else { return }
        // Other instances may take longer than the limit for statements.
        let begin = "BEGIN; SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(\(Schema.lock));"
        _ = try await exchange(connection, until: deadline) { $0.send(script: begin) }
        let version = try await version(connection, until: deadline)
        guard version <= migrations.count else {
            throw PostgresError(
                "the database has version \(version) of the tables, and this program knows up to \(migrations.count)")
        }
        for migration in migrations.dropFirst(version) {
            _ = try await exchange(connection, until: deadline) { $0.send(script: migration) }
        }
        _ = try await exchange(connection, until: deadline) { $0.send(script: "COMMIT") }
    }

    /// How many migrations a database has.
    private func version(
        _ connection: Connection, until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> Int {
        func value(_ query: String) async throws(PostgresError) -> String? {
            let answer = try await exchange(connection, until: deadline) { $0.send(script: query) }
            return try answer.rows.first?.text(0)
        }
        // Not `to_regclass`, which after waiting for the lock may still not see the table of the instance that had it.
        let table = "SELECT count(*) FROM pg_tables WHERE schemaname = 'attest' AND tablename = 'migrations'"
        guard try await value(table) == "1" else { return 0 }
        let text = try await value("SELECT coalesce(max(version), 0) FROM attest.migrations")
        guard let text, let version = Int(text), version >= 0 else { throw .corrupt("the version") }
        return version
    }
}
