internal import AttestCore

/// What an app may have done to its client data before it passed the result to Apple's call.
enum Hashing: CaseIterable {
    case once
    case none
    case twice
    case hexText
    case base64Text
    case hashOfHexText
    case hashOfBase64Text

    /// What the app then passed to Apple's call.
    func hash(_ bytes: [UInt8]) -> [UInt8] {
        func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] { (try? ClientDataHash(sha256Of: bytes).bytes) ?? [] }
        return switch self {
        case .once: sha256(bytes)
        case .none: bytes
        case .twice: sha256(sha256(bytes))
        case .hexText: Array(Hex.encode(sha256(bytes)).utf8)
        case .base64Text: Array(Base64.encode(sha256(bytes)).utf8)
        case .hashOfHexText: sha256(Hex.encode(sha256(bytes)).utf8)
        case .hashOfBase64Text: sha256(Base64.encode(sha256(bytes)).utf8)
        }
    }

    /// The result in words.
    func name(_ reading: String) -> String {
        switch self {
        case .once: "SHA-256 of \(reading)"
        case .none: "\(reading), as it is"
        case .twice: "SHA-256 of SHA-256 of \(reading)"
        case .hexText: "the hex text of SHA-256 of \(reading)"
        case .base64Text: "the base64 text of SHA-256 of \(reading)"
        case .hashOfHexText: "SHA-256 of the hex text of SHA-256 of \(reading)"
        case .hashOfBase64Text: "SHA-256 of the base64 text of SHA-256 of \(reading)"
        }
    }

    /// The mistake, when the app should have hashed once.
    var mistake: String? {
        switch self {
        case .once: nil
        case .none: "the app has not hashed it"
        case .twice: "the app has hashed twice"
        case .hexText, .base64Text: "the app has passed the hash as text, not as bytes"
        case .hashOfHexText, .hashOfBase64Text: "the app has hashed twice, the second time a text"
        }
    }
}
