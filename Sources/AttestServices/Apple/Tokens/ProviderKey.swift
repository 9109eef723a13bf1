public import AttestCore

/// The key by which Apple's services know a team: a .p8 file from the developer account, with DeviceCheck enabled.
///
/// One key serves both App Attest and DeviceCheck. Keep its text like a password; nothing here shows any of it.
public struct ProviderKey: Sendable, Redacted {
    /// The identifier of the key, as the developer account shows it and the file's name holds it.
    public let keyID: String
    /// The identifier of the team that owns the key.
    public let teamID: String

    private let key: ES256Key

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - p8: The text of the .p8 file: a private P-256 key in PKCS#8 in PEM, without encryption.
    ///   - keyID: The identifier of the key: 10 capital letters and digits.
    ///   - teamID: The identifier of the team: 10 capital letters and digits.
    /// - Throws: `invalidConfiguration` when one of them is not so.
    public init(p8: String, keyID: String, teamID: String) throws(AttestError) {
        guard Self.isIdentifier(keyID) else {
            throw AttestError(.invalidConfiguration, "the key ID is not 10 capital letters and digits")
        }
        guard Self.isIdentifier(teamID) else {
            throw AttestError(.invalidConfiguration, "the team ID is not 10 capital letters and digits")
        }
        guard p8.utf8.count <= 4096 else {
            throw AttestError(.invalidConfiguration, "\(p8.utf8.count) bytes, too many for a private key")
        }
        guard !p8.contains("\\n"), !p8.contains("\\r") else {
            throw AttestError(
                .invalidConfiguration,
                #"the private key has a backslash and an n in place of line breaks, as from an environment variable or JSON: "#
                    + #"replace each \n by a line break"#)
        }
        guard !p8.contains("ENCRYPTED") else {
            throw AttestError(
                .invalidConfiguration, "the private key is encrypted, unlike the files that Apple gives out")
        }
        guard p8.contains("-----BEGIN PRIVATE KEY-----") else {
            throw AttestError(
                .invalidConfiguration, "no private key in PKCS#8 in PEM: give the text of the file, not its name")
        }
        key = try ES256Key(pkcs8PEM: p8)
        self.keyID = keyID
        self.teamID = teamID
    }

    /// Signs a new token.
    ///
    /// - Parameter seconds: The time of issue, in seconds since 1970.
    /// - Returns: A JSON Web Token.
    /// - Throws: `internalFailure` when the cryptographic library fails.
    func token(issuedAt seconds: Int64) throws(AttestError) -> ProviderToken {
        // Nothing to escape: identifiers are letters and digits.
        ProviderToken(
            text: try CompactJWS.signed(
                header: #"{"alg":"ES256","kid":"\#(keyID)"}"#, payload: #"{"iss":"\#(teamID)","iat":\#(seconds)}"#,
                by: key))
    }

    private static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            }
    }
}
