/// What sends one HTTP request and brings back its response: the bridge to the HTTP client of your server.
///
/// For AsyncHTTPClient:
///
/// ```swift
/// struct ClientTransport: HTTPTransport {
///     let client: HTTPClient  // configured with redirectConfiguration: .disallow
///
///     func send(_ request: TransportRequest) async throws -> TransportResponse {
///         var outgoing = HTTPClientRequest(url: request.url)
///         (outgoing.method, outgoing.headers) = (.RAW(value: request.method), HTTPHeaders(request.headers))
///         outgoing.body = .bytes(request.body)
///         let response = try await client.execute(outgoing, timeout: .seconds(15))
///         return TransportResponse(
///             status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) },
///             body: Array(buffer: try await response.body.collect(upTo: request.responseLimit)))
///     }
/// }
/// ```
///
/// ``URLSessionTransport`` needs no other package.
public protocol HTTPTransport: Sendable {
    /// Sends a request.
    ///
    /// Must not follow redirects, which would carry the provider token to another host; must give up after some seconds,
    /// and soon after the task is cancelled; and must not read more of the body than the request's limit.
    ///
    /// - Parameter request: What to send, as it is.
    /// - Returns: The response, whatever its status.
    /// - Throws: Anything when there is no whole response. The error is not passed on, as it may quote the request.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}
