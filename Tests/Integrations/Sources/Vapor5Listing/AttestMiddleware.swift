import AttestVerify
import Foundation
import StubVapor5

struct Caller: Authenticatable {
    let proof: VerifiedAssertion
}

struct AttestMiddleware: Middleware {
    let verifier: AttestVerifier

    func respond(to request: Request, chainingTo next: any Responder) async throws -> Response {
        let body = try await request.body.collect(max: 65_536) ?? Data()
        do {
            let headers = try AssertionHeaders { HTTPField.Name($0).flatMap { request.headers[$0] } }
            let proof = try await verifier.verifyAssertion(
                AssertionRequest(
                    headers: headers, method: request.method.rawValue, path: request.url.string,
                    body: body, boundTo: .key, account: nil))
            request.auth.login(Caller(proof: proof))
        } catch {
            let denial = DenialPolicy().denial(for: error)
            var response = Response(status: .init(code: denial.status), body: .init(string: denial.body))
            for (name, value) in denial.headers {
                HTTPField.Name(name).map { response.headers[$0] = value }
            }
            return response
        }
        return try await next.respond(to: request)
    }
}
