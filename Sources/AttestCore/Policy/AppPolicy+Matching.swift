extension AppPolicy {
    /// The policies of a validator: at least one, and one for each app, so that a match is never ambiguous.
    static func checked(_ apps: [AppPolicy]) throws(AttestError) -> [AppPolicy] {
        guard !apps.isEmpty else { throw AttestError(.invalidConfiguration, "no app is allowed") }
        guard Set(apps.map(\.appID)).count == apps.count else {
            throw AttestError(.invalidConfiguration, "two policies for one app")
        }
        return apps
    }
}

extension [AppPolicy] {
    /// The app that authenticator data were made for (steps 6 of attestations and 4 of assertions).
    func matching(_ data: AuthenticatorData) -> AppPolicy? {
        first { constantTimeEqual($0.appID.rpIDHash[...], data.rpIDHashBytes) }
    }
}
