/// Which launch categories of an app are accepted (Apple's steps 10 of attestations and 7 of assertions).
public struct LaunchPolicy: Sendable, Hashable {
    private let allowed: Set<LaunchCategory>?
    private let whenAbsent: AbsencePolicy

    /// Every category is accepted, and absence too: the proof still says which one it was.
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

    func check(_ category: LaunchCategory?) throws(AttestError) {
        guard let category else {
            guard whenAbsent == .allow else { throw AttestError(.launchCategoryMissing, "no launch category") }
            return
        }
        guard allowed?.contains(category) != false else {
            throw AttestError(.launchCategoryForbidden, "launch category \(category)")
        }
    }
}
