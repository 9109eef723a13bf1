/// A request to one of Apple's services; it carries a provider token, so its description shows only where it goes.
public struct TransportRequest: Sendable {
    /// The address, in ASCII.
    public let url: String
    /// The method, in capitals.
    public let method: String
    /// Names and values of the headers, all different.
    public let headers: [(String, String)]
    /// The body, of known length.
    public let body: [UInt8]
    /// How many bytes the body of the response may have.
    public let responseLimit: Int

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - url: The address, in ASCII.
    ///   - method: The method, in capitals.
    ///   - headers: Names and values of the headers, all different.
    ///   - body: The body.
    ///   - responseLimit: How many bytes the body of the response may have.
    public init(url: String, method: String, headers: [(String, String)], body: [UInt8], responseLimit: Int) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.responseLimit = responseLimit
    }
}

extension TransportRequest: Redacted {
    /// The method and the address, without headers and body.
    public var description: String { "\(method) \(url)" }
}
