import AttestVerify
import StubVapor4

struct Caller: Authenticatable {
    let proof: VerifiedAssertion
}

struct AttestMiddleware: AsyncMiddleware {
    let verifier: AttestVerifier

    func respond(to request: Request, chainingTo next: any AsyncResponder) async throws -> Response {
        let body = try await request.body.collect(max: 1 << 16).get() ?? ByteBuffer()
        do {
            let headers = try AssertionHeaders { request.headers.first(name: $0) }
            let proof = try await verifier.verifyAssertion(
                AssertionRequest(
                    headers: headers, method: request.method.rawValue, path: request.url.string,
                    body: body.readableBytesView, boundTo: .key, account: nil))
            request.auth.login(Caller(proof: proof))
        } catch {
            let denial = DenialPolicy().denial(for: error)
            return Response(
                status: HTTPResponseStatus(statusCode: denial.status), headers: HTTPHeaders(denial.headers),
                body: .init(string: denial.body))
        }
        return try await next.respond(to: request)
    }
}
