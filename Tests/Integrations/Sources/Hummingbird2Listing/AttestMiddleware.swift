import AttestVerify
import StubHummingbird2

protocol AttestedContext: RequestContext {
    var caller: VerifiedAssertion? { get set }
}

struct AttestMiddleware<Context: AttestedContext>: RouterMiddleware {
    let verifier: AttestVerifier

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        var (request, context) = (request, context)
        do {
            let body = try await request.collectBody(upTo: 1 << 16)
            let headers = try AssertionHeaders { HTTPField.Name($0).flatMap { request.headers[$0] } }
            context.caller = try await verifier.verifyAssertion(
                AssertionRequest(
                    headers: headers, method: request.method.rawValue, path: request.head.path ?? "",
                    body: body.readableBytesView, boundTo: .key, account: nil))
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge)
        } catch {
            let denial = DenialPolicy().denial(for: error)
            var response = Response(
                status: .init(code: denial.status), body: .init(byteBuffer: ByteBuffer(string: denial.body)))
            for (name, value) in denial.headers { HTTPField.Name(name).map { response.headers[$0] = value } }
            return response
        }
        return try await next(request, context)
    }
}
