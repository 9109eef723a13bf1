extension PostgresStore {
    /// The scripts that make the tables, each out of what the one before has made; the first is version 1.
    ///
    /// For deployments that migrate by themselves, as `psql --single-transaction` does: each script also notes its version in
    /// the table `attest.migrations`. Scripts are added by new versions of this package, and never changed.
    public static var migrations: [String] { Schema.migrations }

    /// Makes the tables, or brings older ones up to date.
    ///
    /// Any number of instances may call it at once. When the tables are up to date, it only reads, and so needs no more
    /// privileges than the other calls.
    ///
    /// Waits up to half an hour for other instances, and for those who use a table that changes. Cancelling the task or
    /// closing the store ends the waiting within a few seconds.
    ///
    /// - Throws: `PostgresError`, also for tables of a newer version of this package; `CancellationError`.
    public func migrate() async throws {
        try await pool.migrate(by: Schema.migrations)
    }
}
