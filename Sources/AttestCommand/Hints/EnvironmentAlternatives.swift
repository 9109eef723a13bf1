internal import AttestCore

/// Objects of the other environment.
enum EnvironmentAlternatives {
    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        guard attempt.fails(with: .environmentMismatch) else { return nil }
        let policy = attempt.policy
        for environment in AttestEnvironment.allCases {
            var trial = attempt
            guard
                let other = try? AppPolicy(
                    appID: policy.appID.text, environments: [environment], launch: policy.launch)
            else { continue }
            trial.policy = other
            guard !trial.fails(with: .environmentMismatch) else { continue }
            attempt = trial
            return .mended(mistake(environment))
        }
        return nil
    }

    private static func mistake(_ environment: AttestEnvironment) -> String {
        switch environment {
        case .development:
            "the object is of the development environment, which builds from Xcode use (--environment development)"
        case .production:
            "the object is of the production environment, which TestFlight, App Store and enterprise builds use "
                + "(--environment production)"
        }
    }
}
