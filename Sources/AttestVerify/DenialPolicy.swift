public import AttestCore

/// How errors become answers to clients.
///
/// The reason of a refusal is for the operator's events only: a client that learns which check failed learns what to
/// forge next. One exception helps honest apps: that a key is unknown, so that an app whose key the server has lost
/// attests again instead of failing for ever.
public struct DenialPolicy: Sendable, Hashable {
    /// The status of a refusal.
    public enum RefusedStatus: Int, Sendable, Hashable {
        /// 401, for servers that answer all failed authentication so.
        case unauthorized = 401
        /// 403, for servers that keep 401 for accounts.
        case forbidden = 403
    }

    /// Whether a client is told that its key is not registered.
    public enum UnknownKey: Sendable, Hashable {
        /// The client is told, and can attest a new key.
        case disclosed
        /// It is refused like any other.
        case hidden
    }

    private let refused: RefusedStatus
    private let unknownKey: UnknownKey

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - refused: The status of a refusal.
    ///   - unknownKey: Whether a client is told that its key is not registered.
    public init(refused: RefusedStatus = .forbidden, unknownKey: UnknownKey = .disclosed) {
        self.refused = refused
        self.unknownKey = unknownKey
    }

    /// What to tell the client of an error that a ceremony threw; an unknown one is `unavailable`, never a refusal.
    ///
    /// - Parameter error: The error.
    /// - Returns: The status and code.
    public func denial(for error: any Error) -> Denial {
        guard let error = error as? AttestError else { return Denial(status: 503, code: .unavailable) }
        return error.isOfRequestText ? Denial(status: 422, code: .malformed) : denial(for: error.code)
    }

    /// What to tell the client of a code.
    ///
    /// Only what the text of the request shows to anyone is `malformed`: a missing field, text that is not base64, a key ID that
    /// is not 32 bytes. Whatever lies inside is refused like a forgery, so that nobody learns how far a forgery got. The code
    /// `limitExceeded` is about either; ``denial(for:)-(Error)`` knows which.
    ///
    /// - Parameter code: The code.
    /// - Returns: The status and code.
    public func denial(for code: AttestError.Code) -> Denial {
        switch code.category {
        case .malformed where Self.textCodes.contains(code):
            Denial(status: 422, code: .malformed)
        case .malformed, .untrusted, .policy, .replay:
            Denial(
                status: refused.rawValue,
                code: code == .keyUnknown && unknownKey == .disclosed ? .unknownKey : .refused)
        case .misuse:
            Denial(status: 500, code: .internalError)
        case .unavailable:
            Denial(status: 503, code: .unavailable)
        }
    }

    /// What the text of a request shows without a look inside.
    private static let textCodes: Set<AttestError.Code> = [
        .malformedBase64, .malformedKeyID, .malformedRequest,
    ]
}
