public import AttestCore

extension AttestError {
    /// Whether it says something about the object, and does not look like a fault of the server.
    ///
    /// A client's bytes must not bring about anything else.
    public var isVerdict: Bool { code.category != .unavailable && code.category != .misuse }
}
