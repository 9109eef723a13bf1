/// The connections of a store, and what happened to them since it was made.
public struct PostgresPoolStatistics: Sendable, Hashable {
    /// How many connections are open.
    public let open: Int
    /// How many of them no call uses.
    public let idle: Int
    /// How many calls wait for a connection.
    public let waiting: Int
    /// How many calls have waited for one, those included that wait.
    public let waited: Int
    /// How many connections were made in place of lost ones.
    public let reconnects: Int
    /// How often something was not done in time: no connection was free, a statement took too long, or no answer came.
    public let timeouts: Int
    /// How many calls failed without anybody knowing whether their statement was executed.
    public let unknownOutcomes: Int
}
