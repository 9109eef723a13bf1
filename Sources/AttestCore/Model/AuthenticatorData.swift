/// The bytes that an attestation's nonce and an assertion's signature cover, and what they say (WebAuthn, section 6.1).
///
/// Reading never follows the flags AT and ED: genuine assertions set AT without a credential, and genuine attestations of
/// betas carry extensions with ED clear. What is there is found by the bytes that remain; whether it proves anything is
/// another question, which ``provenExtensions`` answers.
public struct AuthenticatorData: Sendable {
    /// The bytes as received: what is hashed.
    let bytes: ArraySlice<UInt8>

    /// SHA-256 of the App ID that the object was made for: 32 bytes.
    public var rpIDHash: [UInt8] { Array(rpIDHashBytes) }

    /// The flags byte.
    public let flags: AuthenticatorFlags

    /// How often the key has signed; 0 in an attestation.
    public let counter: UInt32

    /// What iOS 27, macOS 27 and later say about the running app, as it is in the bytes: not all of it is proof.
    public let extensions: AuthenticatorExtensions?

    /// The extensions that the device vouches for: nil where it sent none, and where the flag ED is clear.
    ///
    /// What is signed is authenticator data and client data hash as one string, without a border. On a system that sends no
    /// extensions, an app can have a client data hash signed that begins with a map of its own, and that map can then be moved
    /// behind the authenticator data: nonce and signature still fit. ED lies before the border, and only the device sets it.
    public var provenExtensions: AuthenticatorExtensions? {
        flags.contains(.extensions) ? extensions : nil
    }

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
