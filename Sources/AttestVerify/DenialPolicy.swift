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

    /// Whether a client learns that its key is not registered.
    public enum UnknownKey: Sendable, Hashable {
        /// It learns it, and can attest a new key.
        case told
        /// It is refused like any other.
        case hidden
    }

    private let refused: RefusedStatus
    private let unknownKey: UnknownKey

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - refused: The status of a refusal.
    ///   - unknownKey: Whether a client learns that its key is not registered.
    public init(refused: RefusedStatus = .forbidden, unknownKey: UnknownKey = .told) {
        self.refused = refused
        self.unknownKey = unknownKey
    }

    /// What to tell the client of an error that a ceremony threw; an unknown one is `unavailable`, never a refusal.
    ///
    /// - Parameter error: The error.
    /// - Returns: The status and code.
    public func denial(for error: any Error) -> Denial {
        guard let error = error as? AttestError else { return Denial(status: 503, code: .unavailable) }
        return denial(for: error.code)
    }

    /// What to tell the client of a code.
    ///
    /// - Parameter code: The code.
    /// - Returns: The status and code.
    public func denial(for code: AttestError.Code) -> Denial {
        switch code.category {
        case .malformed:
            Denial(status: 422, code: .malformed)
        case .untrusted, .policy, .replay:
            Denial(
                status: refused.rawValue,
                code: code == .keyUnknown && unknownKey == .told ? .unknownKey : .refused)
        case .misuse:
            Denial(status: 400, code: .notConfigured)
        case .unavailable:
            Denial(status: 503, code: .unavailable)
        }
    }
}
