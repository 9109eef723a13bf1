public import AttestCore

/// Exchanges receipts at Apple for ones that hold the risk metric: how many keys a device attested in 30 days.
///
/// Source: Apple, "Assessing fraud risk".
public struct AppAttestClient: Sendable {
    /// The largest body of a response: genuine ones have about 5,000 bytes.
    static let responseLimit = 64 * 1024

    private let connection: ServiceConnection

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - tokens: The provider tokens, of the team whose apps the receipts are for.
    ///   - transport: What sends the requests.
    ///   - hosts: Where the service is.
    public init(
        tokens: ProviderTokenSource, transport: any HTTPTransport = URLSessionTransport(),
        hosts: ServiceHosts = .apple
    ) {
        // The service takes requests with any content type, and with none (as public clients send them).
        connection = ServiceConnection(
            tokens: tokens, transport: transport, hosts: hosts, authorization: .bare, contentType: "text/plain",
            responseLimit: Self.responseLimit)
    }

    /// Sends a receipt, and gets a newer one when it is time.
    ///
    /// What comes back is not verified here. Ask after the receipt's not-before time and before its expiry; a failure says
    /// nothing about the device.
    ///
    /// - Parameters:
    ///   - receipt: The latest receipt of a key: from its attestation, or from the last exchange.
    ///   - environment: The environment of the key.
    /// - Returns: The outcome.
    /// - Throws: ``AppleServiceError``, or `CancellationError` when the task is cancelled.
    public func refreshReceipt(
        _ receipt: [UInt8], environment: AttestEnvironment
    ) async throws -> ReceiptExchange {
        let host =
            switch environment {
            case .production: "data.appattest.apple.com"
            case .development: "data-development.appattest.apple.com"
            }
        let response = try await connection.post(
            Array(Base64.encode(receipt).utf8), to: host, "/v1/attestationData")
        switch response.status {
        case 200:
            guard let text = response.text, let renewed = Base64.decode(text), !renewed.isEmpty else {
                throw AppleServiceError(
                    .unreadableBody, "\(response.body.count) bytes that are not a receipt in base64", status: 200)
            }
            return .renewed(renewed)
        case 304: return .notYet
        case 404: return .noData
        case 400: throw Self.badRequest(response)
        default: throw connection.failure(response)
        }
    }

    private static func badRequest(_ response: TransportResponse) -> AppleServiceError {
        let text = response.text?.lowercased() ?? ""
        if text.contains("incorrect environment") {
            return AppleServiceError(.incorrectEnvironment, "the receipt is of the other environment", status: 400)
        }
        if text.contains("bad payload") {
            return AppleServiceError(.badPayload, "the receipt was not readable", status: 400)
        }
        return AppleServiceError(.badRequest, "an unknown text of \(response.body.count) bytes", status: 400)
    }
}
