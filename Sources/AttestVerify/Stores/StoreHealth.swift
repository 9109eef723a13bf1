/// What a store says about its own state, for a server's health check.
///
/// A value that could not be found out, because the store was not reached, is nil.
public struct StoreHealth: Sendable, Hashable {
    /// Whether the store answered.
    public let isReachable: Bool
    /// The version of the tables; nil for a store that has none.
    public let schemaVersion: Int?
    /// Whether a write would be accepted: false for a read-only file, a standby, or a full disk that was noticed.
    public let isWritable: Bool?
    /// Whether what is written survives a crash of the machine, by the settings in force.
    public let isDurable: Bool?
    /// What else an operator should know, one short line each; the wording is not stable.
    public let notes: [String]

    /// Makes a report.
    ///
    /// - Parameters:
    ///   - isReachable: Whether the store answered.
    ///   - schemaVersion: The version of the tables.
    ///   - isWritable: Whether a write would be accepted.
    ///   - isDurable: Whether what is written survives a crash of the machine.
    ///   - notes: What else an operator should know.
    public init(
        isReachable: Bool, schemaVersion: Int? = nil, isWritable: Bool? = nil, isDurable: Bool? = nil,
        notes: [String] = []
    ) {
        self.isReachable = isReachable
        self.schemaVersion = schemaVersion
        self.isWritable = isWritable
        self.isDurable = isDurable
        self.notes = notes
    }
}
