/// A JSON Web Signature in compact form: three texts in base64url, joined by dots (RFC 7515, section 3.1).
package enum CompactJWS {
    /// Signs with ES256 (RFC 7518, section 3.4).
    ///
    /// - Parameters:
    ///   - header: The JSON of the header, which names the algorithm.
    ///   - payload: The JSON of the payload.
    ///   - key: The key.
    /// - Returns: The text.
    /// - Throws: `internalFailure` when the cryptographic library fails.
    package static func signed(
        header: String, payload: String, by key: ES256Key
    ) throws(AttestError) -> String {
        let input = "\(Base64.encodeURLSafe(header.utf8)).\(Base64.encodeURLSafe(payload.utf8))"
        return "\(input).\(Base64.encodeURLSafe(try key.signature(over: Array(input.utf8))))"
    }
}
