// What the listing uses of Vapor 5 (vapor/vapor, main in 2026) and HTTPTypes.

public import Foundation

public struct HTTPField: Sendable {
    public struct Name: Sendable {
        let text: String

        public init?(_ text: String) {
            guard !text.isEmpty else { return nil }
            self.text = text
        }
    }
}

public struct HTTPFields: Sendable {
    private var fields: [(name: String, value: String)] = []

    public init() {}

    public subscript(name: HTTPField.Name) -> String? {
        get { fields.first { $0.name == name.text.lowercased() }?.value }
        set {
            fields.removeAll { $0.name == name.text.lowercased() }
            if let newValue { fields.append((name.text.lowercased(), newValue)) }
        }
    }
}

public enum HTTPRequest {
    public struct Method: Sendable {
        public let rawValue: String
    }
}

public enum HTTPResponse {
    public struct Status: Sendable {
        public let code: Int

        public init(code: Int) { self.code = code }
    }
}

public struct Abort: Error {
    public let status: HTTPResponse.Status
}

public struct URI: Sendable {
    public let string: String
}

public protocol Authenticatable: Sendable {}

public struct Response: Sendable {
    public struct Body: Sendable {
        public let string: String?

        public init(string: String) { self.string = string }
    }

    public let status: HTTPResponse.Status
    public var headers: HTTPFields
    public let body: Body

    public init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: Body) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// How much of a body is collected at most.
public struct BodySizeLimit: Sendable, ExpressibleByIntegerLiteral {
    let bytes: Int

    public init(integerLiteral value: Int) { bytes = value }
}

/// In Vapor its parts are `Sendable` by locks; references in here do for one task.
public struct Request {
    public final class Authentication {
        private var instances: [any Authenticatable] = []

        public func login<A: Authenticatable>(_ instance: A) { instances.append(instance) }

        public func get<A: Authenticatable>(_ type: A.Type = A.self) -> A? {
            instances.lazy.compactMap { $0 as? A }.first
        }
    }

    public final class Body {
        private let sent: Data
        public private(set) var data: Data?

        init(_ sent: Data) { self.sent = sent }

        /// Collects the stream once, and keeps what it has collected for all copies of the request.
        public func collect(max: BodySizeLimit) async throws -> Data? {
            guard sent.count <= max.bytes else { throw Abort(status: .init(code: 413)) }
            data = sent
            return sent
        }
    }

    public let method: HTTPRequest.Method
    public let url: URI
    public let headers: HTTPFields
    public let body: Body
    public let auth = Authentication()

    public init(method: String, url: String, headers: HTTPFields, body: [UInt8]) {
        self.method = HTTPRequest.Method(rawValue: method)
        self.url = URI(string: url)
        self.headers = headers
        self.body = Body(Data(body))
    }
}

public protocol Responder {
    func respond(to request: Request) async throws -> Response
}

public protocol Middleware: Sendable {
    func respond(to request: Request, chainingTo next: any Responder) async throws -> Response
}
