internal import AttestCore

/// How the clients of both services send a request: with a token, and once more with a newer one when it is refused.
struct ServiceConnection: Sendable {
    /// How a service wants its provider token.
    enum Authorization: String, Sendable {
        case bare = ""
        case bearer = "Bearer "
    }

    let tokens: ProviderTokenSource
    let transport: any HTTPTransport
    let hosts: ServiceHosts
    let authorization: Authorization
    let contentType: String
    let responseLimit: Int

    /// Sends a request.
    ///
    /// - Returns: The response, whatever its status.
    /// - Throws: ``AppleServiceError`` when there is none, or `CancellationError`.
    func post(_ body: [UInt8], to host: String, _ path: String) async throws -> TransportResponse {
        let token = try tokens.token()
        let url = hosts.url(host, path)
        let response = try await post(body, to: url, with: token)
        guard response.status == 401, let newer = try tokens.token(after: token) else { return response }
        return try await post(body, to: url, with: newer)
    }

    private func post(_ body: [UInt8], to url: String, with token: ProviderToken) async throws -> TransportResponse {
        let request = TransportRequest(
            url: url, method: "POST",
            headers: [("Authorization", authorization.rawValue + token.text), ("Content-Type", contentType)],
            body: body, responseLimit: responseLimit)
        let response: TransportResponse
        do {
            response = try await transport.send(request)
        } catch let error as AppleServiceError {
            throw error
        } catch {
            if Task.isCancelled { throw CancellationError() }
            // The type only: a transport's errors may quote the request.
            throw AppleServiceError(.transportFailure, "the transport threw \(type(of: error))")
        }
        guard response.body.count <= responseLimit else {
            throw AppleServiceError(
                .responseTooLarge, "a body of \(response.body.count) bytes", status: response.status)
        }
        return response
    }

    /// The error for a status that both services use in one way.
    func failure(_ response: TransportResponse) -> AppleServiceError {
        let retryAfter = response.header("Retry-After").flatMap { RetryAfter.parse($0, now: tokens.clock()) }
        func failure(_ code: AppleServiceError.Code, _ context: String) -> AppleServiceError {
            AppleServiceError(
                code, context, status: response.status,
                retryAfter: code.category == .unavailable ? retryAfter : nil)
        }
        return switch response.status {
        case 401: failure(.unauthorized, "the provider token was refused")
        case 403: failure(.forbidden, "the request was refused")
        case 405: failure(.methodNotAllowed, "the method was refused")
        case 429: failure(.tooManyRequests, "too many requests")
        case 503: failure(.serviceUnavailable, "the service is not available")
        case 500...599: failure(.serverError, "the service failed")
        default: failure(.unexpectedStatus, "a body of \(response.body.count) bytes")
        }
    }
}
