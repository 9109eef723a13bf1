internal import AttestCore

/// A CBOR object as a client sent it: base64 text, or bytes.
enum ClientObject: Sendable {
    case text(String)
    case bytes([UInt8])

    /// The bytes of the object; text beyond the limit is refused before it is decoded.
    ///
    /// - Throws: `limitExceeded` or `malformedBase64`.
    func decoded(limit: Int) throws(AttestError) -> [UInt8] {
        let bytes = try bytes(limit: limit)
        guard bytes.count <= limit else {
            throw AttestError(
                .limitExceeded, "\(bytes.count) bytes, and the limit is \(limit)", isOfRequestText: true)
        }
        return bytes
    }

    private func bytes(limit: Int) throws(AttestError) -> [UInt8] {
        switch self {
        case .bytes(let bytes):
            return bytes
        case .text(let text):
            // Four characters stand for three bytes, and there may be two of padding.
            guard text.utf8.count <= limit / 3 * 4 + 4 else {
                throw AttestError(
                    .limitExceeded, "\(text.utf8.count) characters of base64, and the limit is \(limit) bytes",
                    isOfRequestText: true)
            }
            guard let bytes = Base64.decode(text) else {
                throw AttestError(.malformedBase64, "\(text.utf8.count) characters that are not base64")
            }
            return bytes
        }
    }
}
