/// A connection that could not be made, or was lost: what a store tells its observer.
///
/// Holds nothing of the connection string, and no value.
public struct PostgresConnectionFailure: Sendable, Hashable {
    /// When it happened.
    public enum Phase: Sendable, Hashable {
        /// The connection could not be made.
        case connecting
        /// The connection was lost while no call used it; none fails for that.
        case idle
        /// The connection was lost, or the server did not answer, while a call used it.
        case statement
    }

    /// When it happened.
    public let phase: Phase

    /// What went wrong.
    public let error: PostgresError

    /// How many attempts to connect have failed in a row, this one included; 0 after one that succeeded.
    public let attempts: Int
}
