/// What a client sent to register a key, and for which account.
public struct AttestationRequest: Sendable {
    let object: ClientObject
    let keyID: String
    let challenge: String
    let binding: ExpectedBinding
    let account: String

    /// Takes the values as they arrived.
    ///
    /// - Parameters:
    ///   - attestation: What `attestKey` returned, in base64 or base64url.
    ///   - keyID: What `generateKey` returned.
    ///   - challenge: The challenge that the client had got from this server, unchanged.
    ///   - binding: What the challenge was issued for, as the server knows it: the session as a rule.
    ///   - account: The account that the key will belong to, as the server knows it.
    public init(
        attestation: String, keyID: String, challenge: String, boundTo binding: ExpectedBinding, account: String
    ) {
        self.init(.text(attestation), keyID, challenge, binding, account)
    }

    /// Takes the values as they arrived, with the attestation as bytes.
    ///
    /// - Parameters:
    ///   - attestation: What `attestKey` returned.
    ///   - keyID: What `generateKey` returned.
    ///   - challenge: The challenge that the client had got from this server, unchanged.
    ///   - binding: What the challenge was issued for, as the server knows it: the session as a rule.
    ///   - account: The account that the key will belong to, as the server knows it.
    public init(
        attestation: [UInt8], keyID: String, challenge: String, boundTo binding: ExpectedBinding, account: String
    ) {
        self.init(.bytes(attestation), keyID, challenge, binding, account)
    }

    private init(
        _ object: ClientObject, _ keyID: String, _ challenge: String, _ binding: ExpectedBinding, _ account: String
    ) {
        self.object = object
        self.keyID = keyID
        self.challenge = challenge
        self.binding = binding
        self.account = account
    }
}
