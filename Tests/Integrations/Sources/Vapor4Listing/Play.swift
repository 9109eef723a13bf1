import AttestVerify
import StubVapor4

/// What a request gets from the listing's middleware, and what its handler then sees.
public func play(
    _ verifier: AttestVerifier, method: String, path: String, headers: [(String, String)], body: [UInt8]
) async throws -> (status: Int, body: String) {
    struct Handler: AsyncResponder {
        func respond(to request: Request) async throws -> Response {
            let caller = request.auth.get(Caller.self)?.proof.account ?? "nobody"
            let text = String(decoding: request.body.data?.readableBytesView ?? [], as: UTF8.self)
            return Response(status: .init(statusCode: 200), body: .init(string: "\(caller): \(text)"))
        }
    }
    let request = Request(method: method, url: path, headers: headers, body: body)
    do {
        let response = try await AttestMiddleware(verifier: verifier).respond(to: request, chainingTo: Handler())
        return (Int(response.status.code), response.body.string ?? "")
    } catch let abort as Abort {
        return (Int(abort.status.code), "")
    }
}
