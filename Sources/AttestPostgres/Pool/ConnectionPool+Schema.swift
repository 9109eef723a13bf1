/// Whether the tables are those that this version of the package needs.
extension ConnectionPool {
    /// Looks at the tables before the first statement of the store.
    ///
    /// Not again later: an instance that runs goes on while a newer one brings the tables up to date.
    func checkSchema(_ connection: Connection, until deadline: ContinuousClock.Instant) async throws(PostgresError) {
        guard !isSchemaChecked else { return }
        let version = try await version(connection, until: deadline)
        guard version <= Schema.migrations.count else { throw .newer(version, than: Schema.migrations.count) }
        guard version > 0 else { throw PostgresError("the tables are missing: has migrate() been run?") }
        guard version == Schema.migrations.count else {
            throw PostgresError(
                "the database has version \(version) of the tables, and this program needs \(Schema.migrations.count): "
                    + "has migrate() been run?")
        }
        isSchemaChecked = true
    }

    /// Has purges of all instances wait for the statements of this one, before the first that writes.
    ///
    /// Once on each connection, which may lead to another server than the one before, and not before it is written on: a
    /// standby can be read, and its connections stay when it becomes the primary.
    func noteGrace(_ connection: Connection, until deadline: ContinuousClock.Instant) async throws(PostgresError) {
        guard !connection.isGraceNoted else { return }
        _ = try await exchange(connection, until: deadline) { [limits] in $0.send(script: Schema.noteGrace(limits)) }
        connection.isGraceNoted = true
    }
}

extension PostgresError {
    /// Tables of a newer version of this package.
    static func newer(_ version: Int, than known: Int) -> PostgresError {
        PostgresError("the database has version \(version) of the tables, and this program knows up to \(known)")
    }
}
