public import AttestCore

/// What high risk metrics and many new keys lead to.
///
/// The risk metric is Apple's approximate number of keys that a device attested for the app in the last 30 days. It is a low
/// single digit for most devices, and also grows when an app is reinstalled or a device restored or handed on. Apple calls it
/// a signal for investigation, and no reason to block a device by itself (Apple, "Assessing fraud risk"). So a threshold for
/// refusals belongs well above what honest users reach; that for flags says whom to look into.
///
/// Only receipts that were exchanged for a newer one hold a metric. A key without one is not judged by it.
public struct RiskPolicy: Sendable {
    /// From which metric on assertions are flagged; nil for never.
    public let flagFrom: UInt32?
    /// From which metric on assertions are refused; nil for never.
    public let refuseFrom: UInt32?
    /// How many keys an account may register; nil for any number.
    public let newKeys: NewKeyPolicy?

    /// Makes a policy, of at least one rule.
    ///
    /// - Parameters:
    ///   - flagFrom: From which metric on assertions are flagged, at least 1; nil for never.
    ///   - refuseFrom: From which metric on assertions are refused, at least 1 and not below `flagFrom`; nil for never.
    ///   - newKeys: How many keys an account may register; nil for any number.
    /// - Throws: `invalidConfiguration` for other thresholds, and for a policy without any rule.
    public init(flagFrom: UInt32?, refuseFrom: UInt32?, newKeys: NewKeyPolicy?) throws(AttestError) {
        guard flagFrom != 0, refuseFrom != 0 else {
            throw AttestError(.invalidConfiguration, "a threshold of 0, which every risk metric reaches")
        }
        if let flagFrom, let refuseFrom, flagFrom > refuseFrom {
            throw AttestError(
                .invalidConfiguration, "risk metrics are flagged from \(flagFrom) and refused from \(refuseFrom)")
        }
        guard flagFrom != nil || refuseFrom != nil || newKeys != nil else {
            throw AttestError(.invalidConfiguration, "a risk policy without any rule")
        }
        self.flagFrom = flagFrom
        self.refuseFrom = refuseFrom
        self.newKeys = newKeys
    }

    /// What the policy says of a metric; that of a key without one is allowed.
    ///
    /// - Parameter metric: The newest metric of a key, as in its record.
    /// - Returns: The decision.
    public func decision(forMetric metric: UInt32?) -> RiskDecision {
        guard let metric else { return .allow }
        if let refuseFrom, metric >= refuseFrom { return .refuse(.metric(metric)) }
        if let flagFrom, metric >= flagFrom { return .flag([.metric(metric)]) }
        return .allow
    }
}
