import AttestVerify
import Foundation
import StubVapor5

/// What a request gets from the listing's middleware, and what its handler then sees.
public func play(
    _ verifier: AttestVerifier, method: String, path: String, headers: [(String, String)], body: [UInt8]
) async throws -> (status: Int, body: String) {
    struct Handler: Responder {
        func respond(to request: Request) async throws -> Response {
            let caller = request.auth.get(Caller.self)?.proof.account ?? "nobody"
            let text = String(decoding: request.body.data ?? Data(), as: UTF8.self)
            return Response(status: .init(code: 200), body: .init(string: "\(caller): \(text)"))
        }
    }
    var fields = HTTPFields()
    for (name, value) in headers { HTTPField.Name(name).map { fields[$0] = value } }
    let request = Request(method: method, url: path, headers: fields, body: body)
    do {
        let response = try await AttestMiddleware(verifier: verifier).respond(to: request, chainingTo: Handler())
        return (response.status.code, response.body.string ?? "")
    } catch let abort as Abort {
        return (abort.status.code, "")
    }
}
