public import AttestVerify

/// A store in a PostgreSQL database, which many instances of a service share.
///
/// ```swift
/// let store = try PostgresStore(connection: "host=db.example.com dbname=example sslmode=verify-full")
/// try await store.migrate()
/// ```
///
/// An assertion costs two round trips. Every call is a single statement, which is on the server's disk before the call
/// returns (`synchronous_commit` is turned on where it is off): no crash of the server brings a used challenge or counter
/// back. A failover to a standby can, unless the standby is synchronous.
///
/// All connections are served by one thread of the store's own, never by one of the concurrency pool. When the server
/// goes away, calls fail with ``PostgresError`` within a bounded time, and connections are made again when calls need
/// them. A statement is repeated on another connection only when it certainly was not executed. So when a call fails with
/// ``PostgresError/isOutcomeUnknown``, a challenge counts as used. A task that is cancelled while it waits for a
/// connection throws `CancellationError`; a statement that was sent runs to its end.
///
/// The tables are in the schema `attest` of the database. Dates are kept in whole microseconds, so finer ones are rounded.
/// Accounts are told apart by their UTF-8 bytes, so texts that differ in Unicode normalization are two accounts. Call
/// ``purge(before:)`` and ``purgeNewKeyQuotas(before:)`` now and then, from one instance or from all.
///
/// The first call looks at the version of the tables, whoever made them, and fails for tables that are missing, older or
/// newer than this version of the package needs.
///
/// A pooler between must keep sessions together, as PgBouncer does with `pool_mode = session`. One that is seen not to is
/// refused, when a connection is made or when its statements are found missing.
public final class PostgresStore: AttestStore, ReceiptStore, NewKeyQuotaStore {
    let pool: ConnectionPool

    /// Makes a store, without connecting yet.
    ///
    /// - Parameters:
    ///   - connection: Where the server is, as libpq takes it: `host=… dbname=…` or `postgresql://…`, with all that libpq
    ///     offers for TLS, passwords and several hosts. Of several hosts, the first that takes writes is chosen unless
    ///     `target_session_attrs` says otherwise; one that does not answer, or whose name is not resolved, has only its
    ///     share of the time for connecting, at least a second. Keepalives and `tcp_user_timeout` have defaults that find
    ///     dead connections, which the text can change. The text shows in no error and no description.
    ///   - pool: The largest number of connections, 1 to 1,000. They are opened when needed.
    ///   - statementTimeout: How long a statement may take on the server, up to an hour. A connection is waited for about
    ///     as long, and so is connecting.
    ///   - observer: Called for each connection that cannot be made or is lost, on the thread of the connections: it must
    ///     return at once.
    /// - Throws: For a text that is not of libpq's form, and for limits out of range.
    public init(
        connection: String, pool: Int = 8, statementTimeout: Duration = .seconds(5),
        observer: (@Sendable (PostgresConnectionFailure) -> Void)? = nil
    ) throws(PostgresError) {
        self.pool = try ConnectionPool(
            ConnectionString(connection), Limits(connections: pool, statement: statementTimeout), observer: observer)
    }

    /// Ends the connections, those in use after their statements.
    ///
    /// Calls that come later fail. A store that is released ends its connections as well, at some time.
    public func close() async {
        await pool.close()
    }
}
