internal import AttestCore
internal import AttestVerify

/// An HTTP request that an app signed as `RequestBinding` describes.
struct GivenRequest {
    let challenge: String
    /// As it was given, in any case.
    let method: String
    /// The path with its query.
    let path: String
    /// The address that the path was given as; nil when it was given as a path.
    let url: String?
    let body: [UInt8]
    /// What the app should have hashed.
    let clientData: [UInt8]

    /// Takes the parts of a request; from an address, only path and query.
    ///
    /// - Throws: `malformedRequest` for what no request can have, or `internalFailure`.
    init(challenge: String, method: String, path text: String, body: [UInt8]) throws(AttestError) {
        let address = Self.pathOfAddress(text)
        self.challenge = challenge
        self.method = method
        path = address ?? text
        url = address == nil ? nil : text
        self.body = body
        clientData = try RequestBinding(challenge: challenge, method: method, path: path, body: body).clientData
    }

    /// The path and query of an address, as a client puts them on the wire (RFC 9112, section 3.2.1); nil for a path.
    private static func pathOfAddress(_ text: String) -> String? {
        let start = text.utf8.prefix(8).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        guard let scheme = ["https://", "http://"].first(where: { start.starts(with: $0.utf8) }) else { return nil }
        let rest = text.utf8.dropFirst(scheme.utf8.count).prefix { $0 != UInt8(ascii: "#") }
        let path = rest.drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let isAbsolute = path.first == UInt8(ascii: "/")
        return (isAbsolute ? "" : "/") + String(decoding: path, as: UTF8.self)
    }
}
