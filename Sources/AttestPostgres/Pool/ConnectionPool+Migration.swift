/// New tables.
extension ConnectionPool {
    /// Brings the tables to the newest version, in one transaction.
    ///
    /// - Throws: For tables of a newer version of this package.
    func migrate(by migrations: [String]) async throws {
        let (number, connection) = try await acquire()
        do {
            try await migrate(connection, by: migrations)
            release(number)
        } catch {
            // Which also ends the transaction.
            discard(number)
            throw error
        }
    }

    private func migrate(_ connection: Connection, by migrations: [String]) async throws {
        let deadline = ContinuousClock.now + Limits.migration
        var attempts = 0
        while true {
            // The usual case, in which nothing is locked.
            guard try await version(connection, until: deadline) != migrations.count else { return }
            try await begin(connection, until: deadline)
            do throws(PostgresError) {
                return try await migrateOnce(connection, by: migrations, until: deadline)
            } catch {
                // Somebody reads or writes a table for long. Everybody else's statements queue up behind one that waits to
                // change it, so this one gives way to them, and comes again.
                try await rollBack(connection, after: error, until: deadline)
                attempts += 1
                await executor.sleep(until: .now + Limits.tablePause + Limits.pause(afterFailures: attempts))
                try checkIsWanted()
            }
        }
    }

    /// Begins the transaction, once no other instance migrates.
    ///
    /// Another may take longer than the limits for statements. It is waited for that long, a little at a time: a statement
    /// that waits sees neither that the task is cancelled nor that the store is closed.
    private func begin(_ connection: Connection, until deadline: ContinuousClock.Instant) async throws {
        let begin = """
            BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = \(Limits.migrationLock.wholeMilliseconds);
            SELECT pg_advisory_xact_lock(\(Schema.lock)); SET LOCAL lock_timeout = \(limits.tableLock.wholeMilliseconds);
            """
        while true {
            do throws(PostgresError) {
                _ = try await exchange(connection, until: deadline) { $0.send(script: begin) }
                return
            } catch {
                try await rollBack(connection, after: error, until: deadline)
            }
        }
    }

    /// Ends the transaction after a lock was not available.
    ///
    /// - Throws: Another failure than that; what says that nobody wants the migration any more.
    private func rollBack(
        _ connection: Connection, after error: PostgresError, until deadline: ContinuousClock.Instant
    ) async throws {
        guard error.sqlState == "55P03", ContinuousClock.now < deadline else { throw error }
        _ = try await exchange(connection, until: deadline) { $0.send(script: "ROLLBACK") }
        try checkIsWanted()
    }

    private func checkIsWanted() throws {
        guard !isClosed else { throw PostgresError.closed }
        try Task.checkCancellation()
    }

    private func migrateOnce(
        _ connection: Connection, by migrations: [String], until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) {
        let version = try await version(connection, until: deadline)
        guard version <= migrations.count else { throw .newer(version, than: migrations.count) }
        for migration in migrations.dropFirst(version) {
            _ = try await exchange(connection, until: deadline) { $0.send(script: migration) }
        }
        _ = try await exchange(connection, until: deadline) { $0.send(script: "COMMIT") }
    }

    /// How many migrations a database has.
    func version(
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
