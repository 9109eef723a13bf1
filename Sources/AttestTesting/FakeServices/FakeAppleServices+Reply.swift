extension FakeAppleServices {
    /// A reply to one request, also such as Apple never sends.
    public enum Reply: Sendable {
        /// A response.
        case response(_ status: Int, _ body: String = "", headers: [(String, String)] = [])
        /// No response: the connection is closed.
        case closed
        /// A response that ends before it is whole.
        case truncated
        /// A response with a body of so many bytes, whose size is not announced.
        case oversized(Int)
        /// Something else than HTTP.
        case garbage
        /// A response whose body comes byte by byte, and does not end before the client gives up.
        case slow

        /// The bytes to send at once.
        var bytes: [UInt8] {
            switch self {
            case .response(304, _, let headers): Self.head(304, headers)  // never has a body
            case .response(let status, let body, let headers):
                Self.head(status, headers + [("Content-Length", "\(body.utf8.count)")]) + Array(body.utf8)
            case .closed: []
            case .truncated: Self.head(200, [("Content-Length", "1000")]) + Array("cut off".utf8)
            case .oversized(let count): Self.head(200, []) + [UInt8](repeating: 0x41, count: count)
            case .garbage: Array("SSH-2.0-garbage\r\n\r\n".utf8)
            case .slow: Self.head(200, [("Content-Length", "1000000")])
            }
        }

        private static func head(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
            let lines = ["HTTP/1.1 \(status) -", "Connection: close"] + headers.map { "\($0): \($1)" } + ["", ""]
            return Array(lines.joined(separator: "\r\n").utf8)
        }
    }
}
