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

    /// The client data hash that comes of it; nil when it could not be one.
    func hash(_ bytes: [UInt8]) -> ClientDataHash? {
        func digest() -> [UInt8] { (try? ClientDataHash(sha256Of: bytes).bytes) ?? [] }
        func text(_ text: String) -> ClientDataHash? { try? ClientDataHash(bytes: text.utf8) }
        return switch self {
        case .once: try? ClientDataHash(sha256Of: bytes)
        case .none: try? ClientDataHash(bytes: bytes)
        case .twice: try? ClientDataHash(sha256Of: digest())
        case .hexText: text(Hex.encode(digest()))
        case .base64Text: text(Base64.encode(digest()))
        case .hashOfHexText: try? ClientDataHash(sha256Of: Hex.encode(digest()).utf8)
        case .hashOfBase64Text: try? ClientDataHash(sha256Of: Base64.encode(digest()).utf8)
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
