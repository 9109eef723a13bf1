/// How many keys an account may register, where that is counted, and what more than that leads to.
public struct NewKeyPolicy: Sendable {
    /// What more new keys than the limit allows lead to.
    public enum Excess: Sendable, Hashable {
        /// The key is registered, and the event of the ceremony is flagged.
        case flag
        /// The key is not registered.
        case refuse
    }

    /// How many keys an account may register.
    public let limit: NewKeyLimit
    /// Where that is counted; several instances of a service share it.
    public let store: any NewKeyQuotaStore
    /// What more new keys lead to.
    public let excess: Excess

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - limit: How many keys an account may register.
    ///   - store: Where that is counted: for most servers the store of the verifier.
    ///   - excess: What more new keys lead to.
    public init(limit: NewKeyLimit = .standard, countedIn store: any NewKeyQuotaStore, excess: Excess) {
        self.limit = limit
        self.store = store
        self.excess = excess
    }
}
