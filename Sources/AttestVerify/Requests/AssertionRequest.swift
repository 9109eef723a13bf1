public import AttestCore

/// What a client sent to prove a request, and the account it must belong to.
public struct AssertionRequest: Sendable {
    let object: ClientObject
    let keyID: String
    let challenge: String
    let binding: ExpectedBinding
    let clientData: [UInt8]
    let account: String?

    /// Takes the values as they arrived, with custom client data.
    ///
    /// - Parameters:
    ///   - assertion: What `generateAssertion` returned, in base64 or base64url.
    ///   - keyID: What `generateKey` had returned.
    ///   - challenge: The challenge that the client had got from this server. It must occur in the client data.
    ///   - binding: What the challenge was issued for, as the server knows it: the key as a rule.
    ///   - clientData: The bytes that the app hashed and signed, exactly as they were received.
    ///   - account: The account that the key must belong to; nil when the key alone says who it is.
    public init(
        assertion: String, keyID: String, challenge: String, boundTo binding: ExpectedBinding, clientData: [UInt8],
        account: String?
    ) {
        self.init(.text(assertion), keyID, challenge, binding, clientData, account)
    }

    /// Takes the values as they arrived, with the assertion as bytes.
    ///
    /// - Parameters:
    ///   - assertion: What `generateAssertion` returned.
    ///   - keyID: What `generateKey` had returned.
    ///   - challenge: The challenge that the client had got from this server. It must occur in the client data.
    ///   - binding: What the challenge was issued for, as the server knows it: the key as a rule.
    ///   - clientData: The bytes that the app hashed and signed, exactly as they were received.
    ///   - account: The account that the key must belong to; nil when the key alone says who it is.
    public init(
        assertion: [UInt8], keyID: String, challenge: String, boundTo binding: ExpectedBinding, clientData: [UInt8],
        account: String?
    ) {
        self.init(.bytes(assertion), keyID, challenge, binding, clientData, account)
    }

    /// Takes an HTTP request that a client signed as ``RequestBinding`` describes.
    ///
    /// - Parameters:
    ///   - headers: The headers that carry the assertion.
    ///   - method: The method of the request.
    ///   - path: The path with its query, as they stood in the request.
    ///   - body: The bytes of the body, before any decoding; none when there is no body.
    ///   - binding: What the challenge was issued for, as the server knows it: the key as a rule.
    ///   - account: The account that the key must belong to; nil when the key alone says who it is.
    /// - Throws: `malformedRequest`, `malformedChallenge` or `internalFailure`.
    public init(
        headers: AssertionHeaders, method: String, path: String, body: some Collection<UInt8>,
        boundTo binding: ExpectedBinding, account: String?
    ) throws(AttestError) {
        let request = try RequestBinding(challenge: headers.challenge, method: method, path: path, body: body)
        self.init(.text(headers.assertion), headers.keyID, headers.challenge, binding, request.clientData, account)
    }

    private init(
        _ object: ClientObject, _ keyID: String, _ challenge: String, _ binding: ExpectedBinding, _ clientData: [UInt8],
        _ account: String?
    ) {
        self.object = object
        self.keyID = keyID
        self.challenge = challenge
        self.binding = binding
        self.clientData = clientData
        self.account = account
    }
}
