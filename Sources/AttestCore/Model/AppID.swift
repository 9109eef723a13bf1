/// The identifier of an app: the App ID prefix, a dot, and the bundle identifier, as in `A1B2C3D4E5.com.example.app`.
///
/// The prefix is often the team ID, but older apps have another one: copy the App ID from the developer portal. An App
/// Clip attests under the full app's identifier, and a macOS app under its code-signing identifier.
/// Source: Apple, "Validating apps that connect to your server".
public struct AppID: Sendable, Hashable {
    /// The whole identifier.
    public let text: String

    /// SHA-256 of the identifier's UTF-8 bytes, which the authenticator data begins with: 32 bytes.
    public let rpIDHash: [UInt8]

    /// Checks the form of an App ID.
    ///
    /// - Parameter text: The prefix, a dot, and the bundle identifier: labels of letters, digits, hyphens and underscores,
    ///   joined by dots.
    /// - Throws: `malformedAppID` for any other text, such as a bundle identifier without its prefix, or one with an empty
    ///   label (two dots in a row, or a dot at the end).
    public init(_ text: String) throws(AttestError) {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let prefix = labels.first, !prefix.isEmpty, prefix.allSatisfy(\.isPrefixCharacter) else {
            throw AttestError(.malformedAppID, "the prefix before the first dot must be capital letters and digits")
        }
        let bundle = labels.dropFirst()
        guard !bundle.isEmpty, bundle.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isLabelCharacter) }) else {
            throw AttestError(
                .malformedAppID,
                "the bundle identifier after the first dot must be letters, digits, hyphens and underscores, "
                    + "in parts that are joined by single dots")
        }
        self.text = text
        rpIDHash = try sha256(text.utf8)
    }
}

extension AppID: CustomStringConvertible {
    /// The whole identifier.
    public var description: String { text }
}

extension UInt8 {
    fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
    fileprivate var isSmall: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    fileprivate var isPrefixCharacter: Bool { isCapital || isDigit }
    fileprivate var isLabelCharacter: Bool {
        isCapital || isSmall || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}
