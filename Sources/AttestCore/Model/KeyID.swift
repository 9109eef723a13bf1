/// The identifier of an attested key: SHA-256 of its uncompressed public point, 32 bytes.
///
/// Apple's `generateKey` returns it as base64 text. Source: Apple, "Validating apps that connect to your server", step 5.
public struct KeyID: Sendable, Hashable {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes the 32 bytes.
    ///
    /// - Throws: `malformedKeyID` for another count.
    public init(bytes: some Collection<UInt8>) throws(AttestError) {
        guard bytes.count == 32 else { throw AttestError(.malformedKeyID, "\(bytes.count) bytes instead of 32") }
        self.bytes = Array(bytes)
    }

    /// Decodes the text that a client sent: standard or URL-safe base64, with or without padding.
    ///
    /// - Throws: `malformedKeyID` for text that is not base64 of 32 bytes.
    public init(base64 text: String) throws(AttestError) {
        guard text.utf8.count <= 44, let bytes = Base64.decode(text) else {
            throw AttestError(.malformedKeyID, "\(text.utf8.count) characters that are not base64 of 32 bytes")
        }
        try self.init(bytes: bytes)
    }

    /// The text that `generateKey` returns: standard base64 with padding, 44 characters.
    public var base64: String { Base64.encode(bytes) }
}

extension KeyID: CustomStringConvertible {
    /// The text that `generateKey` returns.
    public var description: String { base64 }
}
