import AttestCore
import AttestTesting
import Foundation
import XCTest

@testable import AttestServices

/// Nothing that is shown holds a key, a provider token, a device token or a receipt.
final class SecrecyTests: XCTestCase {
    /// What must not occur, in every form in which a value could be printed.
    private func secrets(of scene: Scene) throws -> [String] {
        let p8 = try Scene.testKey.get().p8
        let body = p8.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
        let der = try XCTUnwrap(Data(base64Encoded: body))
        // ECPrivateKey begins with its version, and the scalar of 32 bytes follows.
        let marker = try XCTUnwrap(der.firstRange(of: Data([0x02, 0x01, 0x01, 0x04, 0x20])))
        let scalar = [UInt8](der[marker.upperBound..<marker.upperBound + 32])
        let lists = [scalar, Scene.receipt, Array(Data(base64Encoded: Scene.deviceToken) ?? Data())]
        let token = try scene.tokens.token().text
        var secrets = [
            String(body.prefix(20)), String(body.suffix(40).prefix(20)), "my receipt", "a device token", "PRIVATE KEY",
            String(token.suffix(40)), String(token.prefix(40)),
        ]
        for bytes in lists {
            let start = bytes.prefix(9)
            secrets.append(start.map { String($0) }.joined(separator: ", "))
            secrets.append(start.map { String(format: "%02x", $0) }.joined())
            secrets.append(Data(start).base64EncodedString())
        }
        return secrets
    }

    private func assertShowsNothing(
        _ value: Any, _ secrets: [String], file: StaticString = #filePath, line: UInt = #line
    ) {
        var dumped = ""
        dump(value, to: &dumped)
        var texts = [dumped, "\(value)", String(reflecting: value)]
        if let error = value as? any Error { texts.append(error.localizedDescription) }
        for text in texts {
            for secret in secrets {
                XCTAssertFalse(text.contains(secret), "\(secret) in \(text)", file: file, line: line)
            }
        }
    }

    func testValues() async throws {
        let scene = try Scene()
        let secrets = try secrets(of: scene)
        let request = TransportRequest(
            url: "http://127.0.0.1", method: "POST", headers: [("Authorization", try scene.tokens.token().text)],
            body: Scene.receipt, responseLimit: 1)
        let values: [Any] = [
            try ProviderKey(testing: Scene.testKey.get()), scene.tokens, try scene.tokens.token(), scene.appAttest,
            scene.deviceCheck, request, TransportResponse(status: 200, headers: [], body: Scene.receipt),
            ReceiptExchange.renewed(Scene.receipt),
        ]
        for value in values {
            assertShowsNothing(value, secrets)
            assertShowsNothing([value], secrets)
            assertShowsNothing(Optional.some(value) as Any, secrets)
        }
        XCTAssertEqual("\(request)", "POST http://127.0.0.1")
        XCTAssertEqual("\(ReceiptExchange.renewed(Scene.receipt))", "renewed(10 bytes)")
    }

    /// Every kind of failure, from a service that says all it knows.
    func testErrors() async throws {
        let scene = try Scene()
        let secrets = try secrets(of: scene)
        let echo = "\(try scene.tokens.token().text) my receipt a device token \(Scene.deviceToken) bXkgcmVjZWlwdA=="
        var replies: [FakeAppleServices.Reply] = [.closed, .truncated, .garbage, .oversized(100_000)]
        for status in [200, 201, 302, 400, 401, 403, 405, 418, 429, 500, 503] {
            for text in [
                "", "Incorrect Environment", "Bad Payload", "Bad Bits", "Bad Device Token", "Bad Timestamp",
                "Bad Authorization Token",
            ] {
                let headers = [("Retry-After", echo), ("Location", "http://127.0.0.1:1/" + echo)]
                replies.append(.response(status, "\(text) my receipt", headers: headers))
                replies.append(.response(status, text + echo, headers: headers))
            }
        }
        var codes: Set<AppleServiceError.Code> = []
        for reply in replies {
            for call: () async throws -> Any? in [{ try await scene.refresh() }, { try await scene.query() }] {
                scene.standIn.enqueue(reply)
                do {
                    _ = try await call()
                    XCTFail("\(reply) succeeded")
                } catch {
                    assertShowsNothing(error, secrets)
                    if let code = (error as? AppleServiceError)?.code { codes.insert(code) }
                }
            }
        }
        // All but what comes from this machine.
        XCTAssertEqual(Set(AppleServiceError.Code.allCases).subtracting(codes), [.timedOut, .internalFailure])
    }

    func testErrorsOfKeys() throws {
        let key = try Scene.testKey.get()
        let secrets = try secrets(of: try Scene())
        for (p8, keyID, teamID) in [
            (key.p8, key.p8, key.teamID), (key.p8, key.keyID, key.p8),
            (String(key.p8.dropLast(60)), key.keyID, key.teamID),
            (key.p8 + key.p8.replacingOccurrences(of: "PRIVATE", with: "ENCRYPTED PRIVATE"), key.keyID, key.teamID),
            (key.p8.replacingOccurrences(of: "BEGIN", with: "begin"), key.keyID, key.teamID),
        ] {
            XCTAssertThrowsError(try ProviderKey(p8: p8, keyID: keyID, teamID: teamID)) { error in
                assertShowsNothing(error, secrets.filter { $0 != "PRIVATE KEY" })
            }
        }
    }
}
