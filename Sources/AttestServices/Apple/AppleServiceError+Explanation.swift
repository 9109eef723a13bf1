extension AppleServiceError.Code {
    /// One or two sentences for people: what the code means, and what usually lies behind it.
    public var explanation: String {
        switch self {
        case .badDeviceToken:
            "The device token is not one that DeviceCheck gave out for this environment. "
                + "Tokens of builds from Xcode belong to the development environment."
        case .incorrectEnvironment:
            "The receipt belongs to the other environment. Exchange it in the environment of its key."
        case .badPayload:
            "Apple cannot read the request. Send the receipt as the attestation or the last exchange gave it."
        case .badBits:
            "Apple cannot read the bits of the request."
        case .badTimestamp:
            "Apple does not accept the time of the request. Set this server's clock."
        case .badAuthorizationToken:
            "Apple cannot read the provider token of the request."
        case .badRequest:
            "Apple refuses the request for a reason that this version does not know."
        case .unauthorized:
            "Apple does not accept the provider token. Check key ID and team ID, that the key is enabled for DeviceCheck "
                + "and not revoked, that the app belongs to the team, and this server's clock."
        case .forbidden:
            "Apple does not let this team or key use the service."
        case .methodNotAllowed:
            "Apple's service does not have the method POST at this address. Check the configured hosts."
        case .tooManyRequests:
            "Apple asks for fewer requests. Wait, and try again with growing pauses."
        case .serverError:
            "Apple's service failed. Try again later, with growing pauses."
        case .serviceUnavailable:
            "Apple's service is down or busy. Try again later, with growing pauses."
        case .unexpectedStatus:
            "The response has a status that Apple does not document. Perhaps a proxy answered."
        case .unreadableBody:
            "The body of the response is not of the form that Apple documents. Perhaps a proxy answered."
        case .responseTooLarge:
            "The body of the response is larger than any that Apple's service sends. Perhaps a proxy answered."
        case .timedOut:
            "There was no whole response in time."
        case .transportFailure:
            "There was no whole response: no connection, no trusted certificate, or it was cut off."
        case .internalFailure:
            "The cryptographic library failed."
        }
    }
}
