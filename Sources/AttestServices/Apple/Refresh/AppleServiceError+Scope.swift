extension AppleServiceError.Code {
    /// Whether the service has answered, and refuses just this receipt.
    var isAboutOneReceipt: Bool {
        switch self {
        case .badPayload, .badRequest, .incorrectEnvironment: true
        default: false
        }
    }

    /// Whether the service has refused the provider token, which is good for the apps of one team.
    var isAboutOneTeam: Bool {
        switch self {
        case .unauthorized, .forbidden: true
        default: false
        }
    }

    /// Whether the service or the way to it fails, whatever it is asked.
    ///
    /// All other codes can be about one receipt as well: it may be of an app of another team (401, 403), or be one at which the
    /// service fails (500) or hangs.
    var isAboutTheService: Bool {
        switch self {
        case .tooManyRequests, .serviceUnavailable, .transportFailure: true
        default: false
        }
    }
}
