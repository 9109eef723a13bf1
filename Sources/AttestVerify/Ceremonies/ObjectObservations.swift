public import AttestCore

/// What an object holds beside what is judged, so that a change at Apple is seen before it matters.
///
/// All of it is what the object says, also of one that was refused. Names are printable and short.
public struct ObjectObservations: Sendable, Hashable {
    /// The system that made the key, by the attestation's certificate; nil for assertions, which do not say.
    public let operatingSystem: OperatingSystem?
    /// Names of members of the object, or of its attestation statement, that App Attest does not define.
    ///
    /// Apps with the App Attest Opt-In entitlement send `cdHash` from iOS 18.5 to 26.
    public let unknownMembers: [String]
    /// Names of extensions that this version of the package does not read.
    public let unknownExtensions: [String]
    /// Names of extensions that count as absent, because the flag ED does not vouch for them.
    ///
    /// Betas of iOS 27 and macOS 27 send such; from an older system they are an attack. See the threat model.
    public let unprovenExtensions: [String]
    /// The launch category that counts as absent.
    public let unprovenLaunchCategory: LaunchCategory?
    /// The bundle version that counts as absent.
    public let unprovenBundleVersion: String?

    init(_ object: AttestationObject) {
        self.init(
            object.operatingSystem, members: object.otherMembers + object.otherStatementMembers,
            object.authenticatorData)
    }

    init(_ object: AssertionObject) {
        self.init(nil, members: object.otherMembers, object.authenticatorData)
    }

    private init(_ system: OperatingSystem?, members: [String], _ data: AuthenticatorData) {
        func printable(_ names: [String]) -> [String] { names.map { $0.printable(limit: 64) } }
        operatingSystem = system
        unknownMembers = printable(members)
        unknownExtensions = printable(data.extensions?.unknownNames ?? [])
        let unproven = data.provenExtensions == nil ? data.extensions : nil
        unprovenExtensions = printable(unproven?.names ?? [])
        unprovenLaunchCategory = unproven?.launchCategory
        unprovenBundleVersion = unproven?.bundleVersion?.printable(limit: 64)
    }
}
