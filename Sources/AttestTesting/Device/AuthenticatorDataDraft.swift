package import AttestCore

/// Authenticator data before they are joined: every field can be set, also to what a verifier must refuse.
package struct AuthenticatorDataDraft: Sendable {
    package var rpIDHash: [UInt8]
    package var flags: AuthenticatorFlags
    package var counter: UInt32
    /// AAGUID, length, credential ID and COSE key; empty in an assertion.
    package var credential: [UInt8] = []
    /// The entries of the extension map in order; nil for no map.
    package var extensions: [(String, CBORValue)]?

    package var encoded: [UInt8] {
        rpIDHash + [flags.rawValue] + (0..<4).reversed().map { UInt8(counter >> ($0 * 8) & 0xff) } + credential
            + (extensions.map { CBORValue.encodedMap($0.map { ($0.0, $0.1.encoded) }) } ?? [])
    }
}
