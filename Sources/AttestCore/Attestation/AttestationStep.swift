/// The steps of an attestation, in order.
///
/// Source: Apple, "Validating apps that connect to your server".
enum AttestationStep: String, CeremonyStep {
    case format
    case attestedCredentialFlag
    case certificateChain
    case clientDataHash
    case nonce
    case nonceExtension
    case accessPolicy
    case keyID
    case appID
    case counter
    case environment
    case credentialID
    case publicKey
    case launchCategory
    case bundleVersion

    var number: Int? {
        switch self {
        case .certificateChain: 1
        case .clientDataHash: 2
        case .nonce: 3
        case .nonceExtension, .accessPolicy: 4
        case .keyID: 5
        case .appID: 6
        case .counter: 7
        case .environment: 8
        case .credentialID: 9
        case .launchCategory: 10
        case .bundleVersion: 11
        // Not on Apple's list, and true of every genuine object.
        case .format, .attestedCredentialFlag, .publicKey: nil
        }
    }
}
