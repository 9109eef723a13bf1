/// The App Attest environment that a key belongs to.
///
/// Builds that run from Xcode use development unless their entitlement says otherwise; TestFlight, App Store and
/// enterprise builds always use production. Source: Apple, "Preparing to use the App Attest service".
public enum AttestEnvironment: String, Sendable, Hashable, CaseIterable {
    /// The environment of distributed apps, TestFlight included.
    case production
    /// The environment of builds under development.
    case development

    /// The AAGUID that attestations of this environment carry: 16 bytes (Apple's step 8).
    public var aaguid: [UInt8] {
        switch self {
        case .production: Array("appattest".utf8) + Array(repeating: 0, count: 7)
        case .development: Array("appattestdevelop".utf8)
        }
    }

    /// The environment of an AAGUID; nil for any that is not, in all 16 bytes, one of the two.
    init?(aaguid: some Sequence<UInt8>) {
        guard let match = Self.allCases.first(where: { $0.aaguid.elementsEqual(aaguid) }) else { return nil }
        self = match
    }
}
