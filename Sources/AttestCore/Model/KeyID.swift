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
    /// - Parameter text: The text.
    /// - Throws: `malformedKeyID` for text that is not base64 of 32 bytes. The context says so when a query string damaged
    ///   it: a plus sign that is not percent-encoded there arrives as a space.
    public init(base64 text: String) throws(AttestError) {
        let count = text.utf8.count
        guard count <= 44, let bytes = Base64.decode(text) else {
            throw AttestError(
                .malformedKeyID,
                count <= 44 && Self.lostPlusSigns(text)
                    ? "spaces where plus signs belong: percent-encode the key ID in a query string (+ is %2B)"
                    : "\(count) characters that are not base64 of 32 bytes")
        }
        try self.init(bytes: bytes)
    }

    /// Whether the text is a key ID in which plus signs became spaces.
    private static func lostPlusSigns(_ text: String) -> Bool {
        let restored = text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
        return Base64.decode(String(decoding: restored, as: UTF8.self))?.count == 32
    }

    /// The text that `generateKey` returns: standard base64 with padding, 44 characters.
    public var base64: String { Base64.encode(bytes) }
}

extension KeyID: CustomStringConvertible {
    /// The text that `generateKey` returns.
    public var description: String { base64 }
}
