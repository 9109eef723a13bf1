public import AttestCore

/// Which genuine device a ``VirtualDevice`` is shaped like, and the app that runs on it.
public struct DeviceProfile: Sendable, Hashable {
    /// A system whose objects differ in shape from those of the others.
    public enum System: String, Sendable, CaseIterable {
        /// iOS 14: an assertion has AT set, and nothing after its 37 bytes.
        case iOS14
        /// iOS 18 with the App Attest Opt-In entitlement: both objects have an unsigned member `cdHash`.
        case iOS18
        /// iOS 26: the leaf has an access policy and an extended key usage.
        case iOS26
        /// A beta of iOS 27: extensions although the flag ED is clear.
        case iOS27ClearFlag
        /// iOS 27: extensions, and the flag ED is set.
        case iOS27
        /// macOS 27: the access policy of full security mode, a code directory hash, no bundle version.
        case macOS27
    }

    /// The system.
    public var system: System
    /// The app's identifier.
    public var appID: AppID
    /// The environment that keys are made for.
    public var environment: AttestEnvironment
    /// How the app is launched; sent from iOS 27 and macOS 27 on.
    public var launchCategory: LaunchCategory
    /// The app's `CFBundleVersion`; sent from iOS 27 on.
    public var bundleVersion: String

    /// Describes a device and its app.
    ///
    /// - Parameters:
    ///   - system: The system.
    ///   - appID: The prefix, a dot, and the bundle identifier.
    ///   - environment: The environment that keys are made for.
    ///   - launchCategory: By default App Store (Developer ID on macOS) in production, and development otherwise.
    ///   - bundleVersion: The app's `CFBundleVersion`.
    /// - Throws: `malformedAppID`.
    public init(
        _ system: System, appID: String, environment: AttestEnvironment, launchCategory: LaunchCategory? = nil,
        bundleVersion: String = "1"
    ) throws(AttestError) {
        self.system = system
        self.appID = try AppID(appID)
        self.environment = environment
        self.launchCategory =
            launchCategory
            ?? (environment == .development ? .development : system == .macOS27 ? .developerID : .appStore)
        self.bundleVersion = bundleVersion
    }
}

extension DeviceProfile.System {
    var isMacOS: Bool { self == .macOS27 }

    var sendsExtensions: Bool {
        switch self {
        case .iOS27ClearFlag, .iOS27, .macOS27: true
        case .iOS14, .iOS18, .iOS26: false
        }
    }

    /// AT in every object, also in assertions; ED only where the device sets it.
    var flags: AuthenticatorFlags {
        switch self {
        case .iOS27, .macOS27: [.attestedCredential, .extensions]
        case .iOS14, .iOS18, .iOS26, .iOS27ClearFlag: [.attestedCredential]
        }
    }
}
