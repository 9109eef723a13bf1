public import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads and sets the two bits that Apple keeps for each device and team, also across reinstallation and reset.
///
/// An app gets a device token from `DCDevice.generateToken` and sends it in base64. All apps of a team share the bits of a
/// device, and nothing clears them when the device is sold. Source: Apple, "Accessing and modifying per-device data".
public struct DeviceCheckClient: Sendable {
    /// The largest body of a response: genuine ones have less than 100 bytes.
    static let responseLimit = 8 * 1024
    /// The longest device token, in characters: genuine ones have some thousand.
    static let deviceTokenLimit = 32 * 1024

    private let connection: ServiceConnection
    private let host: String

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - tokens: The provider tokens of the team.
    ///   - environment: Where the device tokens come from: `development` for builds from Xcode, or else `production`.
    ///   - transport: What sends the requests.
    ///   - hosts: Where the service is.
    public init(
        tokens: ProviderTokenSource, environment: AttestEnvironment,
        transport: any HTTPTransport = URLSessionTransport(), hosts: ServiceHosts = .apple
    ) {
        connection = ServiceConnection(
            tokens: tokens, transport: transport, hosts: hosts, authorization: .bearer,
            contentType: "application/json", responseLimit: Self.responseLimit)
        host =
            switch environment {
            case .production: "api.devicecheck.apple.com"
            case .development: "api.development.devicecheck.apple.com"
            }
    }

    /// Reads the bits of a device.
    ///
    /// - Parameter deviceToken: A token of the device that was not used before, in base64.
    /// - Returns: The bits; nil when the team never set them.
    /// - Throws: ``AppleServiceError``, with `badDeviceToken` alone for what the app's client did wrong, or
    ///   `CancellationError`.
    public func query(_ deviceToken: String) async throws -> DeviceBits? {
        let response = try await post(deviceToken, to: "/v1/query_two_bits")
        let text = response.text?.lowercased()
        if text == "bit state not found" || text == "failed to find bit state" { return nil }
        guard let answer = try? JSONDecoder().decode(DeviceCheckAnswer.self, from: Data(response.body)) else {
            throw AppleServiceError(
                .unreadableBody, "\(response.body.count) bytes that are neither bits nor the text for none",
                status: response.status)
        }
        return answer.bits
    }

    /// Sets both bits of a device.
    ///
    /// Always both, because Apple does not document what happens to a bit that is left out. To change one, read both with
    /// ``query(_:)`` first, and send the other as it was. Apple has no atomic change, so let one request at a time do this
    /// for a device.
    ///
    /// - Parameters:
    ///   - deviceToken: A token of the device that was not used before, in base64.
    ///   - bit0: The first bit.
    ///   - bit1: The second bit.
    /// - Throws: ``AppleServiceError``, with `badDeviceToken` alone for what the app's client did wrong, or
    ///   `CancellationError`. The bits may have been set all the same when a response was lost; setting them again is safe.
    public func update(_ deviceToken: String, bit0: Bool, bit1: Bool) async throws {
        _ = try await post(deviceToken, bits: (bit0, bit1), to: "/v1/update_two_bits")
    }

    /// Asks whether a token comes from a genuine device, and leaves the bits alone.
    ///
    /// - Parameter deviceToken: A token of the device that was not used before, in base64.
    /// - Throws: ``AppleServiceError``, with `badDeviceToken` when it does not, and any other code when Apple could not be
    ///   asked; or `CancellationError`.
    public func validate(_ deviceToken: String) async throws {
        _ = try await post(deviceToken, to: "/v1/validate_device_token")
    }

    private func post(
        _ deviceToken: String, bits: (Bool, Bool)? = nil, to path: String
    ) async throws -> TransportResponse {
        guard deviceToken.utf8.count <= Self.deviceTokenLimit, let token = Base64.decode(deviceToken), !token.isEmpty
        else {
            throw AppleServiceError(
                .badDeviceToken, "\(deviceToken.utf8.count) bytes that are not a token in base64; nothing was sent")
        }
        let body = DeviceCheckBody(
            deviceToken: Base64.encode(token), transactionID: UUID().uuidString,
            timestamp: Int64((connection.tokens.clock().timeIntervalSince1970 * 1000).rounded()), bit0: bits?.0,
            bit1: bits?.1)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let response = try await connection.post(Array(try encoder.encode(body)), to: host, path)
        switch response.status {
        case 200: return response
        case 400: throw Self.badRequest(response)
        default: throw connection.failure(response)
        }
    }

    /// Tells whose fault a refused request is, by the documented texts and those that the service really sends.
    private static func badRequest(_ response: TransportResponse) -> AppleServiceError {
        let text = response.text?.lowercased() ?? ""
        let size = response.body.count
        let (code, context): (AppleServiceError.Code, String) =
            if size > 200 {
                (.badRequest, "an unknown text of \(size) bytes")
            } else if text.contains("authorization") {
                (.badAuthorizationToken, "the provider token was not readable")
            } else if text.contains("device token") {
                (.badDeviceToken, "the device token was refused")
            } else if text.contains("timestamp") || text.contains("time stamp") {
                (.badTimestamp, "the time was refused")
            } else if text.contains("bits") {
                (.badBits, "the bits were refused")
            } else if text.contains("payload") {
                (.badPayload, "the request was not readable")
            } else {
                (.badRequest, "an unknown text of \(size) bytes")
            }
        return AppleServiceError(code, context, status: 400)
    }
}
