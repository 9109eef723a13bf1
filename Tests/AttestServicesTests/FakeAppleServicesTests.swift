import AttestCore
import AttestTesting
import Foundation
import XCTest

@testable import AttestServices

/// The fake services refuse what Apple would refuse.
final class FakeAppleServicesTests: XCTestCase {
    private func scene(sending authorization: @escaping (String) -> String) throws -> Scene {
        let scene = try Scene()
        let token = authorization(try scene.tokens.token().text)
        return try Scene(transport: RewritingTransport(authorization: token))
    }

    func testTokensOfAnotherForm() async throws {
        let changes: [(String) -> String] = [
            { _ in "" }, { _ in "x" }, { $0 + "." }, { $0 + "=" }, { String($0.dropLast(4)) },
            { $0.split(separator: ".").dropLast().joined(separator: ".") }, { "." + $0 },
        ]
        for change in changes {
            let bare = try scene(sending: change)
            await assertFails(.unauthorized) { _ = try await bare.refresh() }
            let bearer = try scene(sending: { "Bearer " + change($0) })
            await assertFails(.badAuthorizationToken) { _ = try await bearer.query() }
        }
    }

    func testServicesWantTheirTokensInDifferentForms() async throws {
        let bare = try scene(sending: { $0 })
        _ = try await bare.refresh()
        await assertFails(.badAuthorizationToken) { _ = try await bare.query() }
        let bearer = try scene(sending: { "Bearer " + $0 })
        _ = try await bearer.query()
        await assertFails(.unauthorized) { _ = try await bearer.refresh() }
    }

    func testChangedTokens() async throws {
        // Another last but one character of the signature; the same header for another claim.
        let changes: [(String) -> String] = [
            { $0.prefix($0.count - 3) + ($0.suffix(3).first == "A" ? "B" : "A") + $0.suffix(2) },
            { token in
                let parts = token.split(separator: ".")
                let claims = Base64.encodeURLSafe(#"{"iss":"A1B2C3D4E5","iat":1790000001}"#.utf8)
                return "\(parts[0]).\(claims).\(parts[2])"
            },
        ]
        for change in changes {
            let bearer = try scene(sending: { "Bearer " + change($0) })
            await assertFails(.unauthorized) { _ = try await bearer.query() }
        }
    }

    func testTokensOfOtherKeys() async throws {
        let right = try Scene.testKey.get()
        for key in [
            try TestProviderKey(), try TestProviderKey(keyID: "OTHERKEY00"), try TestProviderKey(teamID: "OTHERTEAM0"),
        ] {
            XCTAssertNotEqual(key.publicKey, right.publicKey)
            let scene = try Scene(tokenKey: key)
            await assertFails(.unauthorized) { _ = try await scene.refresh() }
            await assertFails(.unauthorized) { _ = try await scene.query() }
        }
        // The right key under a wrong name.
        for (keyID, teamID) in [("OTHERKEY00", right.teamID), (right.keyID, "OTHERTEAM0")] {
            let key = try ProviderKey(p8: right.p8, keyID: keyID, teamID: teamID)
            let scene = try Scene(transport: RewritingTransport(authorization: key.token(issuedAt: 1_790_000_000).text))
            await assertFails(.unauthorized) { _ = try await scene.refresh() }
        }
    }

    func testTokensOfOtherTimes() async throws {
        let key = try ProviderKey(testing: Scene.testKey.get())
        for (age, isAccepted): (Int64, Bool) in [(0, true), (3600, true), (3601, false), (-60, true), (-61, false)] {
            let token = try key.token(issuedAt: 1_790_000_000 - age).text
            let scene = try Scene(transport: RewritingTransport(authorization: token))
            if isAccepted {
                _ = try await scene.refresh()
            } else {
                await assertFails(.unauthorized) { _ = try await scene.refresh() }
            }
        }
    }

    func testRequestsOfAnotherForm() async throws {
        let scene = try Scene()
        let gateway = scene.standIn.url
        let token = try scene.tokens.token().text
        func status(_ method: String, _ path: String, _ body: String, bearer: Bool = true) async throws -> String {
            let response = try await Scene.transport.send(
                TransportRequest(
                    url: gateway + path, method: method,
                    headers: [("Authorization", (bearer ? "Bearer " : "") + token)],
                    body: Array(body.utf8), responseLimit: 1000))
            return "\(response.status) \(response.text ?? "")"
        }
        let query = "/api.devicecheck.apple.com/v1/query_two_bits"
        let update = "/api.devicecheck.apple.com/v1/update_two_bits"
        let members = #""device_token":"AQID","transaction_id":"1","timestamp":1790000000000"#
        let table: [(method: String, path: String, body: String, answer: String)] = [
            ("POST", query, "{\(members)}", "200 Failed to find bit state"),
            ("PUT", query, "{\(members)}", "405 Method Not Allowed"),
            ("POST", query, "", "400 Bad Payload"),
            ("POST", query, "[]", "400 Bad Payload"),
            ("POST", query, #"{"device_token":"AQID","timestamp":1790000000000}"#, "400 Bad Payload"),
            (
                "POST", query, #"{"transaction_id":"1","timestamp":1790000000000}"#,
                "400 Missing or incorrectly formatted device token payload"
            ),
            (
                "POST", query, #"{"device_token":"AQI","transaction_id":"1","timestamp":1790000000000}"#,
                "400 Missing or incorrectly formatted device token payload"
            ),
            (
                "POST", query, #"{"device_token":"AQID","transaction_id":"1"}"#,
                "400 Missing or incorrectly formatted time stamp"
            ),
            (
                "POST", query, #"{"device_token":"AQID","transaction_id":"1","timestamp":1790000000}"#,
                "400 Missing or incorrectly formatted time stamp"
            ),
            ("POST", update, "{\(members)}", "400 Missing or incorrectly formatted bits"),
            ("POST", update, "{\(members),\"bit0\":true}", "400 Missing or incorrectly formatted bits"),
            ("POST", update, "{\(members),\"bit0\":true,\"bit1\":false}", "200 "),
            ("POST", "/api.devicecheck.apple.com/v1/other", "{\(members)}", "404 "),
            ("POST", "/example.com/v1/query_two_bits", "{\(members)}", "404 no such host"),
        ]
        for row in table {
            let answer = try await status(row.method, row.path, row.body)
            XCTAssertEqual(answer, row.answer, "\(row)")
        }
        let exchange = "/data.appattest.apple.com/v1/attestationData"
        for (method, path, body, answer) in [
            ("POST", exchange, "AQI", "400 Bad Payload"), ("POST", exchange, "AQID\n", "400 Bad Payload"),
            ("GET", exchange, "", "405 Method Not Allowed"),
            ("POST", "/data.appattest.apple.com/v1/attestation", "AQID", "405 Method Not Allowed"),
        ] {
            let got = try await status(method, path, body, bearer: false)
            XCTAssertEqual(got, answer, path + body)
        }
    }

    func testExchangesThatThrow() async throws {
        let scene = try Scene { _, _ in throw FakeAppleServices.Refusal(status: 304, text: "Not Modified") }
        let result = try await scene.refresh()
        XCTAssertEqual(result, .notYet)
        let broken = try Scene { _, _ in throw CancellationError() }
        await assertFails(.serverError) { _ = try await broken.refresh() }
    }

    /// Starting and stopping leaves no descriptor open.
    func testNothingIsLeaked() async throws {
        func descriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
        let key = try Scene.testKey.get()
        let before = descriptors()
        for _ in 0..<200 { _ = try FakeAppleServices(key) }
        XCTAssertLessThan(descriptors(), before + 50)
        let standIn = try FakeAppleServices(key)
        standIn.stop()
        standIn.stop()
    }
}
