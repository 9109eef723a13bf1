/// Which bundle versions of an app are accepted (Apple's steps 11 of attestations and 8 of assertions).
public struct BundleVersionPolicy: Sendable, Hashable {
    private let minimum: BundleVersion?
    private let whenAbsent: AbsencePolicy

    /// Every version is accepted, and absence too: the proof says which one it was, if the device vouches for it.
    public static let any = BundleVersionPolicy(minimum: nil, whenAbsent: .allow)

    /// Only a version and later ones are accepted.
    ///
    /// - Parameters:
    ///   - minimum: The oldest `CFBundleVersion` that is accepted.
    ///   - whenAbsent: Whether systems that report none are accepted; macOS reports none.
    /// - Returns: The policy.
    public static func atLeast(_ minimum: BundleVersion, whenAbsent: AbsencePolicy) -> BundleVersionPolicy {
        BundleVersionPolicy(minimum: minimum, whenAbsent: whenAbsent)
    }

    /// Judges a version; one that is not proven can be refused, and otherwise counts as absent.
    func check(_ version: String?, isProven: Bool) throws(AttestError) {
        if let version {
            try check(version)
            if isProven { return }
        }
        guard whenAbsent == .allow else {
            throw AttestError(
                .bundleVersionMissing,
                version == nil
                    ? "no bundle version" : "the bundle version is unproven, because the flag ED is clear")
        }
    }

    private func check(_ version: String) throws(AttestError) {
        guard let minimum else { return }
        guard let version = BundleVersion(parsing: version) else {
            throw AttestError(.bundleVersionForbidden, "a bundle version that is not numbers separated by dots")
        }
        guard version >= minimum else {
            throw AttestError(.bundleVersionForbidden, "an older bundle version than the policy allows")
        }
    }
}
