public import AttestCore

/// The four headers of a request that carries an assertion, read without knowing any framework.
public struct AssertionHeaders: Sendable, Hashable {
    /// The name of the header that names the client's platform.
    public static let platformName = "X-Platform"
    /// The name of the header with the assertion.
    public static let assertionName = "X-Apple-App-Attest-Assertion"
    /// The name of the header with the key ID.
    public static let keyIDName = "X-Apple-App-Attest-Key-ID"
    /// The name of the header with the challenge.
    public static let challengeName = "X-Apple-App-Attest-Challenge"

    /// The client's platform, such as ios; nil when the client did not say.
    ///
    /// It is not signed.
    public let platform: String?
    /// What `generateAssertion` returned, in base64 or base64url.
    public let assertion: String
    /// What `generateKey` had returned.
    public let keyID: String
    /// The challenge that the client had got from this server.
    public let challenge: String

    /// Reads the headers of a request.
    ///
    /// - Parameter value: Gives the value of a header by its name, whatever its case; nil when there is none.
    /// - Throws: `malformedRequest` when one of the three last is missing.
    public init(_ value: (_ name: String) -> String?) throws(AttestError) {
        platform = value(Self.platformName)
        guard let assertion = value(Self.assertionName), let keyID = value(Self.keyIDName),
            let challenge = value(Self.challengeName)
        else {
            let missing = [Self.assertionName, Self.keyIDName, Self.challengeName].filter { value($0) == nil }
            throw AttestError(.malformedRequest, "no header \(missing.joined(separator: ", "))")
        }
        self.assertion = assertion
        self.keyID = keyID
        self.challenge = challenge
    }
}
