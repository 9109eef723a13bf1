/// What a server expects of one app.
public struct AppPolicy: Sendable, Hashable {
    /// The app's identifier.
    public let appID: AppID
    /// The environments whose keys are accepted.
    public let environments: Set<AttestEnvironment>
    /// The launch categories that are accepted.
    public let launch: LaunchPolicy
    /// The bundle versions that are accepted.
    public let bundleVersion: BundleVersionPolicy
    /// Which of its platforms the app is attested on.
    public let platform: PlatformPolicy

    /// States what is expected of an app.
    ///
    /// - Parameters:
    ///   - appID: The prefix, a dot, and the bundle identifier, as in `A1B2C3D4E5.com.example.app`.
    ///   - environments: At least one. A production server allows production only.
    ///   - launch: Which launch categories are accepted, and what their absence means.
    ///   - bundleVersion: Which bundle versions are accepted: any, unless given.
    ///   - platform: By default as the certificate says; ``PlatformPolicy/macOS`` for an app that runs on macOS only.
    /// - Throws: `malformedAppID`, or `invalidConfiguration` without an environment or for an empty set of categories.
    public init(
        appID: String,
        environments: Set<AttestEnvironment>,
        launch: LaunchPolicy,
        bundleVersion: BundleVersionPolicy = .any,
        platform: PlatformPolicy = .asCertified
    ) throws(AttestError) {
        guard !environments.isEmpty else { throw AttestError(.invalidConfiguration, "no environment is allowed") }
        try launch.checkConfiguration()
        self.appID = try AppID(appID)
        self.environments = environments
        self.launch = launch
        self.bundleVersion = bundleVersion
        self.platform = platform
    }
}
