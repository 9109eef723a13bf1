public import AttestCore

extension AppleServiceError {
    /// One way to fail; raw values are stable identifiers for logs and metrics.
    ///
    /// New codes may come with new versions, so switch over them with `@unknown default`, or over ``category``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Code: String, Sendable, Hashable, CaseIterable {
        // What the client sent is wrong.

        /// A device token that is not one, or is one of the other environment.
        case badDeviceToken

        // What the server sent is wrong.

        /// A receipt of the other environment.
        case incorrectEnvironment
        /// A request that the service cannot read.
        case badPayload
        /// Bits that the service cannot read.
        case badBits
        /// A time that the service does not accept.
        case badTimestamp
        /// A provider token that the service cannot read.
        case badAuthorizationToken
        /// A request refused for a reason that this version does not know.
        case badRequest
        /// A provider token that the service does not accept.
        case unauthorized
        /// A team or key that may not use the service.
        case forbidden
        /// A method that the service does not have.
        case methodNotAllowed

        // The service did not answer, or not as documented.

        /// Too many requests.
        case tooManyRequests
        /// A failure inside of the service.
        case serverError
        /// A service that is down or busy.
        case serviceUnavailable
        /// A status that is not documented.
        case unexpectedStatus
        /// A body that is not of the documented form.
        case unreadableBody
        /// A body that is larger than any that the service sends.
        case responseTooLarge
        /// No whole response in time.
        case timedOut
        /// No whole response.
        case transportFailure
        /// A failure of the cryptographic library.
        case internalFailure
    }

    /// Whether the same request may succeed later, after ``retryAfter`` or with growing pauses.
    public var isRetryable: Bool { code.category == .unavailable }
}

extension AppleServiceError.Code {
    /// What kind of failure the code is, in the terms of `AttestError`; one of three.
    ///
    /// `malformed`: the app's client sent a wrong device token. `misuse`: this server's configuration, clock or code is
    /// wrong. `unavailable`: Apple's service or the way to it is down; try again later.
    public var category: AttestError.Category {
        switch self {
        case .badDeviceToken:
            .malformed
        case .incorrectEnvironment, .badPayload, .badBits, .badTimestamp, .badAuthorizationToken, .badRequest,
            .unauthorized, .forbidden, .methodNotAllowed:
            .misuse
        case .tooManyRequests, .serverError, .serviceUnavailable, .unexpectedStatus, .unreadableBody,
            .responseTooLarge, .timedOut, .transportFailure, .internalFailure:
            .unavailable
        }
    }
}
