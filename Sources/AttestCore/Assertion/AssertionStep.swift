/// The steps of an assertion, in order.
///
/// Source: Apple, "Validating apps that connect to your server".
enum AssertionStep: String, CeremonyStep {
    case clientDataHash
    case nonce
    case signature
    case appID
    case counter
    case challenge
    case launchCategory
    case bundleVersion

    var number: Int? {
        switch self {
        case .clientDataHash: 1
        case .nonce: 2
        case .signature: 3
        case .appID: 4
        case .counter: 5
        case .challenge: 6
        case .launchCategory: 7
        case .bundleVersion: 8
        }
    }
}
