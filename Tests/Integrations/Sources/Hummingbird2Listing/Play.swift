import AttestVerify
import StubHummingbird2

/// What a request gets from the listing's middleware, and what its handler then sees.
public func play(
    _ verifier: AttestVerifier, method: String, path: String, headers: [(String, String)], body: [UInt8]
) async throws -> (status: Int, body: String) {
    struct Context: AttestedContext {
        var caller: VerifiedAssertion?
    }
    var fields = HTTPFields()
    for (name, value) in headers { HTTPField.Name(name).map { fields[$0] = value } }
    let request = Request(method: method, path: path, headers: fields, body: body)
    do {
        let response = try await AttestMiddleware<Context>(verifier: verifier).handle(request, context: Context()) {
            request, context in
            let text = String(decoding: try await request.body.collect(upTo: .max).readableBytesView, as: UTF8.self)
            let buffer = ByteBuffer(string: "\(context.caller?.account ?? "nobody"): \(text)")
            return Response(status: .init(code: 200), body: .init(byteBuffer: buffer))
        }
        return (response.status.code, String(decoding: response.body.buffer.readableBytesView, as: UTF8.self))
    } catch let error as HTTPError {
        return (error.status.code, "")
    }
}
