/// The hash that the app passed to `attestKey` or `generateAssertion`, normally SHA-256 of a challenge or client data.
public struct ClientDataHash: Sendable, Hashable {
    /// The bytes that the app passed: 32 when they are a SHA-256 hash.
    public let bytes: [UInt8]

    /// Hashes a challenge or client data with SHA-256, as the app must do it too.
    ///
    /// For a text, pass its UTF-8 view: `try ClientDataHash(sha256Of: challenge.utf8)`.
    ///
    /// - Throws: `internalFailure` when the cryptographic library fails.
    public init(sha256Of data: some Sequence<UInt8>) throws(AttestError) {
        bytes = try sha256(data)
    }

    /// Takes what the app passed as it is; the published samples of Apple pass a challenge that is not hashed.
    ///
    /// - Throws: `malformedClientDataHash` for no bytes or more than 128.
    public init(bytes: some Collection<UInt8>) throws(AttestError) {
        guard AttestLimits.clientDataHashBytes.contains(bytes.count) else {
            throw AttestError(.malformedClientDataHash, "\(bytes.count) bytes instead of 1 to 128")
        }
        self.bytes = Array(bytes)
    }
}
