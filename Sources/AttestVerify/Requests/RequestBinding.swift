public import AttestCore

/// The client data of an HTTP request: what an app signs, so that its assertion is good for this request only.
///
/// Four lines joined by line feeds (0a), with none at the end: the challenge; the method in capitals; the path with its
/// query, as on the wire; SHA-256 of the body (of no bytes when there is none) in lower-case hex. `Fixtures/binding` has
/// examples for client developers.
public struct RequestBinding: Sendable, Hashable {
    /// The bytes that the app hashes with SHA-256 and passes to `generateAssertion`.
    public let clientData: [UInt8]

    /// Builds the client data of a request.
    ///
    /// - Parameters:
    ///   - challenge: The challenge that the client got from the server.
    ///   - method: The method, in any case.
    ///   - path: The path with its query, neither decoded nor encoded again.
    ///   - body: The bytes of the body.
    /// - Throws: `malformedChallenge` for a challenge that is not base64url; `malformedRequest` for a method that is not a
    ///   token (RFC 9110, section 5.6.2), and for a path that is empty or has spaces, control characters or line breaks;
    ///   `internalFailure`.
    public init(
        challenge: String, method: String, path: String, body: some Collection<UInt8>
    ) throws(AttestError) {
        // Each of the first three lines is free of line breaks and the last has a fixed length, so no two requests share
        // their client data.
        guard !challenge.isEmpty, challenge.utf8.allSatisfy(\.isBase64URL) else {
            throw AttestError(.malformedChallenge, "a challenge that is not base64url")
        }
        guard !method.isEmpty, method.utf8.allSatisfy(\.isTokenCharacter) else {
            throw AttestError(.malformedRequest, "a method that is not a token")
        }
        guard !path.isEmpty, !path.unicodeScalars.contains(where: \.isSpaceOrControl) else {
            throw AttestError(
                .malformedRequest, "a path that is empty or has spaces, control characters or line breaks")
        }
        let digest = Hex.encode(try sha256(body))
        clientData = Array("\(challenge)\n\(method.asciiUppercased)\n\(path)\n\(digest)".utf8)
    }
}

extension UInt8 {
    private var isAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }

    fileprivate var isBase64URL: Bool { isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
    fileprivate var isTokenCharacter: Bool { isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self) }
}

extension Unicode.Scalar {
    fileprivate var isSpaceOrControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
        default: false
        }
    }
}

extension String {
    /// With the letters a to z as capitals, and nothing else changed.
    fileprivate var asciiUppercased: String {
        String(decoding: utf8.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
    }
}
