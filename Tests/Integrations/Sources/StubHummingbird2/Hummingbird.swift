// What the listing uses of Hummingbird 2 (hummingbird-project/hummingbird, 2.x), NIOCore and HTTPTypes.

public struct ByteBuffer: Sendable {
    public let readableBytesView: [UInt8]

    public init(bytes: [UInt8]) { readableBytesView = bytes }

    public init(string: String) { readableBytesView = Array(string.utf8) }
}

public struct NIOTooManyBytesError: Error {}

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

public struct HTTPRequest: Sendable {
    public struct Method: Sendable {
        public let rawValue: String
    }

    public let method: Method
    public let path: String?
    public let headerFields: HTTPFields
}

public enum HTTPResponse {
    public struct Status: Sendable {
        public let code: Int

        public init(code: Int) { self.code = code }

        public static let contentTooLarge = Status(code: 413)
    }
}

public struct HTTPError: Error {
    public let status: HTTPResponse.Status

    public init(_ status: HTTPResponse.Status) { self.status = status }
}

/// A body can be read once, unless it was collected.
public struct RequestBody {
    private final class Stream {
        var bytes: [UInt8]?

        init(_ bytes: [UInt8]) { self.bytes = bytes }
    }

    private let stream: Stream
    private let collected: ByteBuffer?

    init(stream bytes: [UInt8]) { (stream, collected) = (Stream(bytes), nil) }

    init(collected: ByteBuffer) { (stream, self.collected) = (Stream([]), collected) }

    public func collect(upTo limit: Int) async throws -> ByteBuffer {
        if let collected { return collected }
        guard let bytes = stream.bytes else { return ByteBuffer(bytes: []) }
        guard bytes.count <= limit else { throw NIOTooManyBytesError() }
        stream.bytes = nil
        return ByteBuffer(bytes: bytes)
    }
}

public struct Request {
    public let head: HTTPRequest
    public var body: RequestBody

    public var method: HTTPRequest.Method { head.method }
    public var headers: HTTPFields { head.headerFields }

    public init(method: String, path: String, headers: HTTPFields, body: [UInt8]) {
        head = HTTPRequest(method: .init(rawValue: method), path: path, headerFields: headers)
        self.body = RequestBody(stream: body)
    }

    public mutating func collectBody(upTo limit: Int) async throws -> ByteBuffer {
        let buffer = try await body.collect(upTo: limit)
        body = RequestBody(collected: buffer)
        return buffer
    }
}

public struct ResponseBody: Sendable {
    public let buffer: ByteBuffer

    public init(byteBuffer: ByteBuffer) { buffer = byteBuffer }
}

public struct Response: Sendable {
    public var status: HTTPResponse.Status
    public var headers: HTTPFields
    public var body: ResponseBody

    public init(status: HTTPResponse.Status, headers: HTTPFields = .init(), body: ResponseBody) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

public protocol RequestContext {}

public protocol RouterMiddleware<Context>: Sendable {
    associatedtype Context

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response
}
