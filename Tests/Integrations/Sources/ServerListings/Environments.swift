import AttestVerify

/// The listings of "Moving from development to production".
func developmentApp() throws -> AppPolicy {
    let app = try AppPolicy(
        appID: "A1B2C3D4E5.com.example.app", environments: [.development],
        launch: .allowing([.development], whenAbsent: .allow))
    return app
}

func productionApp() throws -> AppPolicy {
    let app = try AppPolicy(
        appID: "A1B2C3D4E5.com.example.app", environments: [.production],
        launch: .allowing([.appStore, .testFlight], whenAbsent: .allow),
        bundleVersion: .atLeast(try BundleVersion("210"), whenAbsent: .allow))
    return app
}
