/// The steps of a receipt's validation, in order.
///
/// Source: Apple, "Assessing fraud risk".
enum ReceiptStep: String, CeremonyStep {
    case signature
    case signerChain
    case signerMarker
    case issuerMarker
    case content
    case signerValidity
    case appID
    case freshness
    case attestedKey
    case clientDataHash
    case type
    case environment

    var number: Int? {
        switch self {
        case .signature: 1
        // The chain is judged at the creation time, so its last part comes after the content.
        case .signerChain, .signerMarker, .issuerMarker, .signerValidity: 2
        case .content: 3
        case .appID: 4
        case .freshness: 5
        case .attestedKey: 6
        // Not on Apple's list, and true of every genuine receipt.
        case .clientDataHash, .type, .environment: nil
        }
    }
}
