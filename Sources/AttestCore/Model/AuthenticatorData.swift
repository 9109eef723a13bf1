/// The bytes that an attestation's nonce and an assertion's signature cover, and what they say (WebAuthn, section 6.1).
///
/// The flags AT and ED are reported but never followed: genuine assertions set AT without a credential, and genuine
/// attestations carry extensions with ED clear. What is there is found by the bytes that remain.
public struct AuthenticatorData: Sendable {
    /// The bytes as received: what is hashed.
    let bytes: ArraySlice<UInt8>

    /// SHA-256 of the App ID that the object was made for: 32 bytes.
    public var rpIDHash: [UInt8] { Array(rpIDHashBytes) }

    /// The flags byte.
    public let flags: AuthenticatorFlags

    /// How often the key has signed; 0 in an attestation.
    public let counter: UInt32

    /// What iOS 27, macOS 27 and later say about the running app.
    public let extensions: AuthenticatorExtensions?

    /// The length of the authenticator data, in bytes.
    package var byteCount: Int { bytes.count }

    var rpIDHashBytes: ArraySlice<UInt8> { bytes.prefix(32) }

    /// Reads an attestation's: 37 bytes, the attested credential data, then nothing or one map of extensions.
    static func decodeAttestation(
        _ bytes: ArraySlice<UInt8>
    ) throws(AttestError) -> (data: AuthenticatorData, credential: AttestedCredentialData) {
        let (flags, counter, body) = try head(of: bytes)
        let (credential, rest) = try AttestedCredentialData.decodePrefix(of: body)
        let extensions = try AuthenticatorExtensions(decoding: rest)
        return (AuthenticatorData(bytes: bytes, flags: flags, counter: counter, extensions: extensions), credential)
    }

    /// Reads an assertion's: 37 bytes, then nothing or one map of extensions.
    static func decodeAssertion(_ bytes: ArraySlice<UInt8>) throws(AttestError) -> AuthenticatorData {
        let (flags, counter, rest) = try head(of: bytes)
        let extensions = try AuthenticatorExtensions(decoding: rest)
        return AuthenticatorData(bytes: bytes, flags: flags, counter: counter, extensions: extensions)
    }

    /// Reads the flags (1 byte) and the counter (4 bytes, big-endian) after the RP ID hash (32 bytes).
    private static func head(
        of bytes: ArraySlice<UInt8>
    ) throws(AttestError) -> (flags: AuthenticatorFlags, counter: UInt32, rest: ArraySlice<UInt8>) {
        let afterHash = bytes.dropFirst(32)
        guard let flags = afterHash.first, afterHash.count >= 5 else {
            throw AttestError(.malformedAuthenticatorData, "\(bytes.count) bytes instead of 37 or more")
        }
        let counter = afterHash.dropFirst().prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
        return (AuthenticatorFlags(rawValue: flags), counter, afterHash.dropFirst(5))
    }
}
