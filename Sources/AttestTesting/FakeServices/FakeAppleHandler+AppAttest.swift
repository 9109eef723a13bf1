internal import AttestCore

extension FakeAppleHandler {
    /// App Attest's service: a receipt in base64, and a token without any word before it.
    ///
    /// Source: Apple, "Assessing fraud risk".
    func exchangeReceipt(
        _ request: FakeAppleServices.Request, _ environment: AttestEnvironment
    ) -> FakeAppleServices.Reply {
        guard request.method == "POST", request.path == "/v1/attestationData" else {
            return .response(405, "Method Not Allowed")
        }
        do throws(ProviderTokenCheck.Problem) {
            try tokens.check(request.headers["authorization"] ?? "", now: clock())
        } catch {
            return .response(401, "Unauthorized")
        }
        let text = String(decoding: request.body, as: UTF8.self)
        guard let receipt = Base64.decode(text), !receipt.isEmpty, Base64.encode(receipt) == text else {
            return .response(400, "Bad Payload")
        }
        do {
            return .response(200, Base64.encode(try exchange(receipt, environment)))
        } catch let refusal as FakeAppleServices.Refusal {
            return .response(refusal.status, refusal.text)
        } catch {
            return .response(500, "Server Error")
        }
    }
}
