/// A failure of the database: the connection, the server, or what the tables hold.
///
/// `AttestVerifier` reports it as `storeFailure`.
public struct PostgresError: Error, Sendable, Hashable {
    /// The server's code for the failure (SQLSTATE), such as `53100` for a full disk; nil when no server answered.
    public let sqlState: String?

    /// What went wrong, for operators.
    ///
    /// Never holds stored or bound values, nor anything of the connection string. The wording is not stable.
    public let message: String

    /// Whether the statement may have been executed all the same, because its answer was lost.
    ///
    /// A challenge that was being used up then counts as used: the client needs a new one.
    public let isOutcomeUnknown: Bool

    init(_ message: String, sqlState: String? = nil, isOutcomeUnknown: Bool = false) {
        self.sqlState = sqlState
        self.message = message
        self.isOutcomeUnknown = isOutcomeUnknown
    }

    /// A stored value that the store cannot have written.
    static func corrupt(_ what: String) -> PostgresError {
        PostgresError("\(what) in the database is not of its form", sqlState: "XX001")
    }

    /// A use that the store does not support.
    static let closed = PostgresError("the store is closed")
}

extension PostgresError: CustomStringConvertible {
    /// The message, with the code when there is one.
    public var description: String {
        let code = sqlState.map { " (SQLSTATE \($0))" } ?? ""
        return message + code + (isOutcomeUnknown ? "; the statement may have been executed" : "")
    }
}
