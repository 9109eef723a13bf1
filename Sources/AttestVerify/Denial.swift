/// What a client is told when a ceremony did not succeed: an HTTP status, and a code that gives no reason away.
public struct Denial: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// A short code for the body of the response.
    public let code: Code

    /// What a client can act on.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The text of the request cannot be read; trying again does not help.
        case malformed
        /// The device, the app or the request was refused; a new challenge may help, and nothing else.
        case refused
        /// The key is not registered: the app must make a new key and attest it.
        case unknownKey = "unknown_key"
        /// The server does not offer what the client asked for.
        case notConfigured = "not_configured"
        /// The server is misconfigured or misuses this package; trying again does not help until it is fixed.
        case internalError = "internal_error"
        /// The check could not be carried out: try again later.
        case unavailable
    }

    /// The answer to a client that asks for something that the server has switched off, such as a route that it does not offer.
    ///
    /// No error leads to it: only the server knows what a client asked for.
    public static let notConfigured = Denial(status: 400, code: .notConfigured)
}
