/// Which launch categories of an app are accepted (Apple's steps 10 of attestations and 7 of assertions).
public struct LaunchPolicy: Sendable, Hashable {
    private let allowed: Set<LaunchCategory>?
    private let whenAbsent: AbsencePolicy

    /// Every category is accepted that an app can have, and absence too: the proof says which one it was, if the device vouches for it.
    ///
    /// Apple's categories 0 (invalid), 7, 8 and 9 (not appropriate) are refused under every policy.
    public static let any = LaunchPolicy(allowed: nil, whenAbsent: .allow)

    /// Only the given categories are accepted.
    ///
    /// - Parameters:
    ///   - allowed: At least one category.
    ///   - whenAbsent: Whether systems that report none are accepted.
    /// - Returns: The policy.
    public static func allowing(_ allowed: Set<LaunchCategory>, whenAbsent: AbsencePolicy) -> LaunchPolicy {
        LaunchPolicy(allowed: allowed, whenAbsent: whenAbsent)
    }

    /// - Throws: `invalidConfiguration` when nothing is allowed.
    func checkConfiguration() throws(AttestError) {
        guard allowed?.isEmpty != true else {
            throw AttestError(.invalidConfiguration, "the launch policy allows no category")
        }
    }

    /// Judges a category; one that is not proven can be refused, and otherwise counts as absent.
    func check(_ category: LaunchCategory?, isProven: Bool) throws(AttestError) {
        if let category {
            guard !category.isNeverAppropriate, allowed?.contains(category) != false else {
                throw AttestError(.launchCategoryForbidden, "launch category \(category)")
            }
            if isProven { return }
        }
        guard whenAbsent == .allow else {
            throw AttestError(
                .launchCategoryMissing,
                category.map { "launch category \($0) is unproven, because the flag ED is clear" }
                    ?? "no launch category")
        }
    }
}
