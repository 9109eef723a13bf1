public import AttestVerify

extension PostgresStore: HealthReportingStore {
    /// Asks the server for its state, on a connection of the pool.
    ///
    /// Writable is false for a standby and for a server or user that is read-only, also when no connection is made because
    /// of that, and after a write that found the disk full. Durable means that `fsync` is on and that the store's commits
    /// wait for it. A note says `pooler: unknown` when a pooler is between that may mix sessions up.
    ///
    /// Takes two seconds at most. A server that answers with a failure is reachable, and so is one whose connections are
    /// all in use; a note says so.
    ///
    /// - Returns: The state; a server that is not reached is a report too, with the reason in its notes.
    public func health() async -> StoreHealth {
        await pool.health()
    }

    /// The connections of the store, and what happened to them since it was made.
    ///
    /// - Returns: The numbers of this moment.
    public func poolStatistics() async -> PostgresPoolStatistics {
        await pool.statistics
    }
}
