/// What came back for a ``TransportRequest``; its description shows the status and the size only.
public struct TransportResponse: Sendable {
    /// The status code.
    public let status: Int
    /// Names and values of the headers, in any case and order.
    public let headers: [(String, String)]
    /// The whole body.
    public let body: [UInt8]

    /// Makes a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: Names and values of the headers, in any case and order.
    ///   - body: The whole body.
    public init(status: Int, headers: [(String, String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header.
    func header(_ name: String) -> String? {
        headers.first { $0.0.lowercased() == name.lowercased() }?.1
    }

    /// The body as text without white space at its ends; nil when it is not UTF-8.
    var text: String? {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let start = body.drop(while: isSpace)
        let trimmed = start.lastIndex { !isSpace($0) }.map { start[...$0] } ?? []
        return String(validating: trimmed, as: UTF8.self)
    }
}

extension TransportResponse: Redacted {
    /// The status and the size of the body.
    public var description: String { "status \(status) with \(body.count) bytes" }
}
