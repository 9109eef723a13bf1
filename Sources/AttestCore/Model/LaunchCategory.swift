/// How the running app was signed and launched, as iOS 27, macOS 27 and later report it.
///
/// Source: Apple, "Validating apps that connect to your server", step 10. Apple calls it a risk signal. Values that
/// later systems add are kept as they are.
public struct LaunchCategory: RawRepresentable, Sendable, Hashable {
    /// Apple's number of the category.
    public let rawValue: UInt32

    /// Takes Apple's number of a category.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No valid category (0).
    public static let invalid = LaunchCategory(rawValue: 0)
    /// An executable of the operating system (1).
    public static let operatingSystem = LaunchCategory(rawValue: 1)
    /// A TestFlight build (2).
    public static let testFlight = LaunchCategory(rawValue: 2)
    /// A build signed with a development identity (3).
    public static let development = LaunchCategory(rawValue: 3)
    /// An App Store build (4).
    public static let appStore = LaunchCategory(rawValue: 4)
    /// An enterprise or ad-hoc build (5).
    public static let enterprise = LaunchCategory(rawValue: 5)
    /// A build signed with a Developer ID (6).
    public static let developerID = LaunchCategory(rawValue: 6)
    /// A build whose identity matches no other category (10).
    public static let other = LaunchCategory(rawValue: 10)

    /// Whether Apple says that no app is launched in this way: invalid (0), and special cases of the system (7, 8, 9).
    var isNeverAppropriate: Bool { [0, 7, 8, 9].contains(rawValue) }
}

extension LaunchCategory: CustomStringConvertible {
    /// Apple's number, with the name when there is one.
    public var description: String {
        let name: String? =
            switch self {
            case .invalid: "invalid"
            case .operatingSystem: "operating system"
            case .testFlight: "TestFlight"
            case .development: "development"
            case .appStore: "App Store"
            case .enterprise: "enterprise or ad hoc"
            case .developerID: "Developer ID"
            case .other: "other"
            default: nil
            }
        return name.map { "\(rawValue) (\($0))" } ?? "\(rawValue)"
    }
}
