internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Which bits: in real life tokens change and a device is behind them; here the token stands for the device.
struct BitsKey: Hashable, Sendable {
    let environment: AttestEnvironment
    let deviceToken: String
}

struct DeviceCheckBits: Sendable, Encodable {
    let bit0: Bool
    let bit1: Bool
    let lastUpdate: String

    private enum CodingKeys: String, CodingKey {
        case bit0, bit1
        case lastUpdate = "last_update_time"
    }
}

/// A request to DeviceCheck, with any member left out.
private struct DeviceCheckRequest: Decodable {
    let deviceToken: String?
    let transactionID: String?
    let timestamp: Int64?
    let bit0: Bool?
    let bit1: Bool?

    private enum CodingKeys: String, CodingKey {
        case deviceToken = "device_token"
        case transactionID = "transaction_id"
        case timestamp, bit0, bit1
    }
}

extension FakeAppleHandler {
    /// DeviceCheck: JSON, a token after the word Bearer, and the texts that the live service sends.
    ///
    /// Source: Apple, "Accessing and modifying per-device data".
    func checkDevice(_ request: FakeAppleServices.Request, _ environment: AttestEnvironment) -> FakeAppleServices.Reply
    {
        guard request.method == "POST" else { return .response(405, "Method Not Allowed") }
        let authorization = request.headers["authorization"] ?? ""
        guard authorization.hasPrefix("Bearer ") else { return Self.badAuthorization }
        do throws(ProviderTokenCheck.Problem) {
            try tokens.check(String(authorization.dropFirst(7)), now: clock())
        } catch .malformed {
            return Self.badAuthorization
        } catch .expired {
            return .response(401, "Authorization Token Expired")
        } catch {
            return .response(401, "Unable to verify authorization token")
        }

        let decoded = try? JSONDecoder().decode(DeviceCheckRequest.self, from: Data(request.body))
        guard let decoded, decoded.transactionID?.isEmpty == false else { return .response(400, "Bad Payload") }
        guard let deviceToken = decoded.deviceToken, let bytes = Base64.decode(deviceToken), !bytes.isEmpty,
            Base64.encode(bytes) == deviceToken
        else { return .response(400, "Missing or incorrectly formatted device token payload") }
        let now = clock()
        guard let timestamp = decoded.timestamp, abs(Double(timestamp) / 1000 - now.timeIntervalSince1970) < 600 else {
            return .response(400, "Missing or incorrectly formatted time stamp")
        }

        let key = BitsKey(environment: environment, deviceToken: deviceToken)
        switch request.path {
        case "/v1/validate_device_token":
            return .response(200)
        case "/v1/query_two_bits":
            guard let bits = state.withLock({ $0.bits[key] }), let json = try? JSONEncoder().encode(bits) else {
                return .response(200, "Failed to find bit state")
            }
            return .response(200, String(decoding: json, as: UTF8.self))
        case "/v1/update_two_bits":
            guard let bit0 = decoded.bit0, let bit1 = decoded.bit1 else {
                return .response(400, "Missing or incorrectly formatted bits")
            }
            let month = String(now.formatted(.iso8601).prefix(7))
            state.withLock { $0.bits[key] = DeviceCheckBits(bit0: bit0, bit1: bit1, lastUpdate: month) }
            return .response(200)
        default:
            return .response(404)
        }
    }

    private static let badAuthorization = FakeAppleServices.Reply.response(
        400, "Missing or badly formatted authorization token")
}
