// What the listing uses of Vapor 4 (vapor/vapor, 4.x), NIOCore and NIOHTTP1.

public struct ByteBuffer: Sendable {
    public let readableBytesView: [UInt8]

    public init(bytes: [UInt8] = []) { readableBytesView = bytes }
}

public struct EventLoopFuture<Value: Sendable>: Sendable {
    let result: @Sendable () throws -> Value

    public func get() async throws -> Value { try result() }
}

public struct HTTPMethod: Sendable {
    public let rawValue: String
}

public struct HTTPHeaders: Sendable {
    let fields: [(String, String)]

    public init(_ fields: [(String, String)] = []) { self.fields = fields }

    public func first(name: String) -> String? { fields.first { $0.0.lowercased() == name.lowercased() }?.1 }
}

public struct HTTPResponseStatus: Sendable {
    public let code: UInt

    public init(statusCode: Int) { code = UInt(statusCode) }
}

public struct Abort: Error {
    public let status: HTTPResponseStatus
}

public struct URI: Sendable {
    public let string: String
}

public protocol Authenticatable {}

public final class Response: Sendable {
    public struct Body: Sendable {
        public let string: String?

        public init(string: String) { self.string = string }
    }

    public let status: HTTPResponseStatus
    public let headers: HTTPHeaders
    public let body: Body

    public init(status: HTTPResponseStatus, headers: HTTPHeaders = .init(), body: Body) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// In Vapor it is `Sendable` by locks; a value in here does for one task.
public final class Request {
    public final class Authentication {
        private var instances: [any Authenticatable] = []

        public func login<A: Authenticatable>(_ instance: A) { instances.append(instance) }

        public func get<A: Authenticatable>(_ type: A.Type = A.self) -> A? {
            instances.lazy.compactMap { $0 as? A }.first
        }
    }

    public final class Body {
        private let sent: ByteBuffer
        public private(set) var data: ByteBuffer?

        init(_ sent: ByteBuffer) { self.sent = sent }

        /// Collects the stream once, and keeps what it has collected.
        public func collect(max: Int? = 1 << 14) -> EventLoopFuture<ByteBuffer?> {
            if sent.readableBytesView.count > max ?? .max {
                return EventLoopFuture { throw Abort(status: .init(statusCode: 413)) }
            }
            data = sent
            return EventLoopFuture { [sent] in sent }
        }
    }

    public let method: HTTPMethod
    public let url: URI
    public let headers: HTTPHeaders
    public let body: Body
    public let auth = Authentication()

    public init(method: String, url: String, headers: [(String, String)], body: [UInt8]) {
        self.method = HTTPMethod(rawValue: method)
        self.url = URI(string: url)
        self.headers = HTTPHeaders(headers)
        self.body = Body(ByteBuffer(bytes: body))
    }
}

public protocol AsyncResponder {
    func respond(to request: Request) async throws -> Response
}

public protocol AsyncMiddleware: Sendable {
    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response
}
