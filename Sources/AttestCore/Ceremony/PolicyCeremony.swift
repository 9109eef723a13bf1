/// A ceremony in which an object of a device is judged by the policy of its app: attestation and assertion.
protocol PolicyCeremony: Ceremony {
    /// The app that the object names, when it is one of the policy's.
    var app: AppPolicy? { get }

    /// What the object says; what its extensions prove is decided by the flag ED.
    var authenticatorData: AuthenticatorData { get }
}

extension PolicyCeremony {
    /// Steps 6 of attestations and 4 of assertions: the RP ID hash is the hash of an allowed App ID.
    func checkAppID() throws(AttestError) {
        guard app != nil else {
            throw AttestError(.appIDMismatch, "the RP ID hash belongs to none of the allowed apps")
        }
    }

    /// Steps 10 of attestations and 7 of assertions: the app was launched in an allowed way.
    func checkLaunchCategory() throws(AttestError) -> Bool {
        guard let app else { return false }
        try app.launch.check(
            authenticatorData.extensions?.launchCategory, isProven: authenticatorData.provenExtensions != nil)
        return true
    }

    /// Steps 11 of attestations and 8 of assertions: the app is of an allowed version.
    func checkBundleVersion() throws(AttestError) -> Bool {
        guard let app else { return false }
        try app.bundleVersion.check(
            authenticatorData.extensions?.bundleVersion, isProven: authenticatorData.provenExtensions != nil)
        return true
    }

    // MARK: What a report says about them

    var launchCategoryDetail: String {
        guard app != nil else { return noPolicyDetail }
        return detail(of: authenticatorData.extensions?.launchCategory?.description)
    }

    var bundleVersionDetail: String {
        guard app != nil else { return noPolicyDetail }
        return detail(of: authenticatorData.extensions?.bundleVersion)
    }

    private func detail(of value: String?) -> String {
        guard let value else { return "not reported" }
        return authenticatorData.provenExtensions == nil ? "\(value), unproven: the flag ED is clear" : value
    }

    private var noPolicyDetail: String { "no policy to judge by, since the app is unknown" }
}
