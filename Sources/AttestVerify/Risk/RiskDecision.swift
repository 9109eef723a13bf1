/// What a risk policy says of a ceremony.
public enum RiskDecision: Sendable, Hashable {
    /// No risk was found.
    case allow
    /// It is accepted, and should be looked into.
    case flag([RiskReason])
    /// It is refused.
    case refuse(RiskReason)
}

/// A risk of a key or an account.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RiskReason: Sendable, Hashable {
    /// The risk metric of the device, which has reached a threshold.
    case metric(UInt32)
    /// The account has registered more keys than the limit allows.
    case newKeys
}
