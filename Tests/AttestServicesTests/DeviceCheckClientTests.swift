import AttestCore
import AttestTesting
import Foundation
import XCTest

@testable import AttestServices

final class DeviceCheckClientTests: XCTestCase {
    private typealias Call = (DeviceCheckClient) async throws -> Void

    private let calls: [(path: String, call: Call)] = [
        ("/v1/query_two_bits", { _ = try await $0.query(Scene.deviceToken) }),
        ("/v1/update_two_bits", { try await $0.update(Scene.deviceToken, bit0: true, bit1: false) }),
        ("/v1/validate_device_token", { try await $0.validate(Scene.deviceToken) }),
    ]

    func testBitsAreKeptForEachDevice() async throws {
        let scene = try Scene()
        let never = try await scene.query()
        XCTAssertNil(never)
        for (bit0, bit1) in [(true, false), (false, true), (true, true), (false, false)] {
            try await scene.deviceCheck.update(Scene.deviceToken, bit0: bit0, bit1: bit1)
            let bits = try await scene.query()
            XCTAssertEqual(bits?.bit0, bit0)
            XCTAssertEqual(bits?.bit1, bit1)
            XCTAssertEqual(bits?.lastUpdate, DeviceBits.YearAndMonth("2026-09"))
        }
        let other = try await scene.deviceCheck.query("b3RoZXI=")
        XCTAssertNil(other)
        try await scene.deviceCheck.validate("b3RoZXI=")
    }

    func testRequests() async throws {
        let scene = try Scene()
        for (path, call) in calls {
            try await call(scene.deviceCheck)
            let request = try XCTUnwrap(scene.standIn.requests.last)
            XCTAssertEqual(request.method, "POST")
            XCTAssertEqual(request.host, "api.devicecheck.apple.com")
            XCTAssertEqual(request.path, path)
            XCTAssertEqual(request.headers["authorization"], "Bearer " + (try scene.tokens.token().text))
            XCTAssertEqual(request.headers["content-type"], "application/json")
            let json = try XCTUnwrap(JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any])
            XCTAssertEqual(json["device_token"] as? String, Scene.deviceToken)
            XCTAssertEqual(json["timestamp"] as? Int64, 1_790_000_000_000)
            XCTAssertNotNil(UUID(uuidString: try XCTUnwrap(json["transaction_id"] as? String)))
            XCTAssertEqual(json["bit0"] as? Bool, path.contains("update") ? true : nil)
            XCTAssertEqual(json["bit1"] as? Bool, path.contains("update") ? false : nil)
            XCTAssertEqual(json.count, path.contains("update") ? 5 : 3)
        }
        let identifiers = try scene.standIn.requests.map { request in
            try JSONDecoder().decode([String: JSONValue].self, from: Data(request.body))["transaction_id"]?.text
        }
        XCTAssertEqual(Set(identifiers).count, 3)
    }

    func testDevelopmentHasAHostOfItsOwn() async throws {
        let scene = try Scene()
        let client = DeviceCheckClient(
            tokens: scene.tokens, environment: .development, transport: Scene.transport,
            hosts: try ServiceHosts(gateway: scene.standIn.url))
        try await client.update(Scene.deviceToken, bit0: true, bit1: true)
        XCTAssertEqual(scene.standIn.requests.map(\.host), ["api.development.devicecheck.apple.com"])
        let bits = try await scene.query()
        XCTAssertNil(bits)
    }

    func testTextsOfADeviceThatWasNeverSeen() async throws {
        let scene = try Scene()
        for text in [
            "Bit State Not Found", "Failed to find bit state", "failed to find bit state\r\n", " BIT STATE NOT FOUND ",
        ] {
            scene.standIn.enqueue(.response(200, text))
            let bits = try await scene.query()
            XCTAssertNil(bits)
        }
    }

    func testAnswersOfTheRightForm() async throws {
        let scene = try Scene()
        for (body, month): (String, DeviceBits.YearAndMonth?) in [
            (#"{"bit0":true,"bit1":false,"last_update_time":"2017-09"}"#, .init("2017-09")),
            (#" { "last_update_time" : "2017-12", "bit1":false, "new": [1], "bit0" : true }"# + "\n", .init("2017-12")),
            (#"{"bit0":true,"bit1":false}"#, nil),
        ] {
            scene.standIn.enqueue(.response(200, body, headers: [("Content-Type", "text/plain")]))
            let bits = try await scene.query()
            XCTAssertEqual(bits, DeviceBits(bit0: true, bit1: false, lastUpdate: month))
        }
    }

    func testAnswersOfAnotherForm() async throws {
        let scene = try Scene()
        for body in [
            "", "null", "[]", "{}", "true", #"{"bit0":true}"#, #"{"bit0":1,"bit1":0,"last_update_time":"2017-09"}"#,
            #"{"bit0":"true","bit1":"false"}"#, #"{"bit0":null,"bit1":false}"#,
            #"{"bit0":true,"bit1":false,"last_update_time":"2017-13"}"#,
            #"{"bit0":true,"bit1":false,"last_update_time":"2017-9"}"#,
            #"{"bit0":true,"bit1":false,"last_update_time":"+017-09"}"#,
            #"{"bit0":true,"bit1":false,"last_update_time":201709}"#,
            #"{"bit0":true,"bit1":false"#, "Failed to find bit state.", "Bit State Not Found, Bit State Not Found",
            "\"Failed to find bit state\"", "<html>Failed to find bit state</html>",
            String(repeating: "[", count: 8000),
        ] {
            scene.standIn.enqueue(.response(200, body))
            await assertFails(.unreadableBody, String(body.prefix(100))) { _ = try await scene.query() }
        }
    }

    func testFailures() async throws {
        let scene = try Scene()
        let table: [(status: Int, text: String, code: AppleServiceError.Code)] = [
            (400, "Bad Device Token", .badDeviceToken),
            (400, "Missing or incorrectly formatted device token payload", .badDeviceToken),
            (400, "Bad Bits", .badBits),
            (400, "Missing or incorrectly formatted bits", .badBits),
            (400, "Bad Timestamp", .badTimestamp),
            (400, "Missing or incorrectly formatted time stamp", .badTimestamp),
            (400, "Bad Authorization Token", .badAuthorizationToken),
            (400, "Missing or badly formatted authorization token", .badAuthorizationToken),
            (400, "Bad Payload\n", .badPayload),
            (400, "", .badRequest),
            (400, "something else", .badRequest),
            (400, "Bad Device Token" + String(repeating: ".", count: 200), .badRequest),
            (401, "Invalid Authorization Token", .unauthorized),
            (401, "Unable to verify authorization token", .unauthorized),
            (401, "Authorization Token Expired", .unauthorized),
            (403, "Forbidden", .forbidden),
            (404, "Bad Device Token", .unexpectedStatus),
            (405, "Method Not Allowed", .methodNotAllowed),
            (429, "Too Many Requests", .tooManyRequests),
            (500, "Server Error", .serverError),
            (503, "Service Unavailable", .serviceUnavailable),
        ]
        for row in table {
            for (_, call) in calls {
                scene.standIn.enqueue(.response(row.status, row.text))
                let error = await assertFails(row.code, "\(row)") { try await call(scene.deviceCheck) }
                XCTAssertEqual(error?.status, row.status)
            }
        }
    }

    /// Of all failures, only a wrong device token is the fault of the app's client.
    func testCategories() {
        let malformed = AppleServiceError.Code.allCases.filter { $0.category == .malformed }
        XCTAssertEqual(malformed, [.badDeviceToken])
        for code in AppleServiceError.Code.allCases {
            XCTAssertTrue([.malformed, .misuse, .unavailable].contains(code.category))
            XCTAssertFalse(code.explanation.isEmpty)
            XCTAssertEqual(AppleServiceError(code, "").isRetryable, code.category == .unavailable)
        }
        XCTAssertEqual(
            Set(AppleServiceError.Code.allCases.map(\.explanation)).count, AppleServiceError.Code.allCases.count)
    }

    func testDeviceTokensThatAreNoneAreNotSent() async throws {
        let scene = try Scene()
        for token in ["", "not base64!", "AQIDAB==", String(repeating: "A", count: 32 * 1024 + 4)] {
            let error = await assertFails(.badDeviceToken) { _ = try await scene.deviceCheck.query(token) }
            XCTAssertNil(error?.status)
        }
        XCTAssertEqual(scene.standIn.requests.count, 0)
    }

    func testDeviceTokensAreSentInTheStandardAlphabet() async throws {
        let scene = try Scene()
        try await scene.deviceCheck.validate("-_-_-w")
        let body = String(decoding: scene.standIn.requests[0].body, as: UTF8.self)
        XCTAssertTrue(body.contains(#""device_token":"+/+/+w==""#), body)
    }
}

private enum JSONValue: Decodable {
    case other
    case string(String)

    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self = (try? value.decode(String.self)).map { .string($0) } ?? .other
    }
}
