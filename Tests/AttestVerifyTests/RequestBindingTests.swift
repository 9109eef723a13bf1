import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

final class RequestBindingTests: XCTestCase {
    private struct Row: Decodable {
        let comment: String
        let challenge: String
        let method: String
        let path: String
        let bodyBase64: Data?
        let bodyByte: UInt8?
        let bodyCount: Int?
        let clientDataBase64: Data?
        let clientDataHash: Data?
        let refused: Bool?

        var body: Data { bodyBase64 ?? Data(repeating: bodyByte ?? 0, count: bodyCount ?? 0) }
    }

    private func rows() throws -> [Row] {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/binding/requests.jsonl")
        return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Row.self, from: Data($0.utf8))
        }
    }

    func testPublishedVectors() throws {
        let rows = try rows()
        XCTAssertEqual(rows.count, 37)
        for row in rows {
            func bind() throws -> RequestBinding {
                try RequestBinding(challenge: row.challenge, method: row.method, path: row.path, body: row.body)
            }
            if row.refused == true {
                XCTAssertThrowsError(try bind(), row.comment) {
                    // Matched by all of the text: $ would match before a line feed at the end as well.
                    let isBase64URL = row.challenge.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil
                    XCTAssertEqual(
                        ($0 as? AttestError)?.code, isBase64URL ? .malformedRequest : .malformedChallenge, row.comment)
                }
            } else {
                let clientData = try bind().clientData
                XCTAssertEqual(Data(clientData), row.clientDataBase64, row.comment)
                XCTAssertEqual(Data(try ClientDataHash(sha256Of: clientData).bytes), row.clientDataHash, row.comment)
            }
        }
    }

    /// Different requests never share their client data: all pairs of many that differ in one part.
    func testNoTwoRequestsShareTheirClientData() throws {
        let challenges = ["a", "b", "ab", "a-b", "a_b"]
        let methods = ["GET", "POST", "PUT", "G", "GETT", "GET-"]
        let paths = ["/", "//", "/a", "/a?", "/a?b", "/a%0A", "/a%0a", "/GET", "/é", "/e\u{301}", "*"]
        let bodies = ["", "\n", "a", "b", "/a", "GET"]
        var seen: [[UInt8]: String] = [:]
        for challenge in challenges {
            for method in methods {
                for path in paths {
                    for body in bodies {
                        let request = "\(challenge)|\(method)|\(path.unicodeScalars.map(\.value))|\(body)"
                        let data = try RequestBinding(challenge: challenge, method: method, path: path, body: body.utf8)
                        XCTAssertNil(seen.updateValue(request, forKey: data.clientData), request)
                    }
                }
            }
        }
        XCTAssertEqual(seen.count, challenges.count * methods.count * paths.count * bodies.count)
    }

    /// The client data can be taken apart again into exactly what went in, whatever that was: nothing else gives them.
    func testClientDataCanBeTakenApart() throws {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("abcXYZ019-_/?%&=+.,:;@!$'()*~éß名🦊".unicodeScalars)
        for _ in 0..<2000 {
            let path =
                "/"
                + String(
                    String.UnicodeScalarView((0..<Int.random(in: 0...20)).compactMap { _ in alphabet.randomElement() }))
            let body = (0..<Int.random(in: 0...40)).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let data = try RequestBinding(challenge: "c-_9", method: "PATCH", path: path, body: body).clientData
            let lines = data.split(separator: 0x0a, omittingEmptySubsequences: false)
            XCTAssertEqual(lines.count, 4)
            XCTAssertEqual(Array(lines[0]), Array("c-_9".utf8))
            XCTAssertEqual(Array(lines[1]), Array("PATCH".utf8))
            XCTAssertEqual(Array(lines[2]), Array(path.utf8))
            XCTAssertEqual(lines[3].count, 64)
        }
    }

    func testHeaders() throws {
        let fields = [
            "x-platform": "ios", "x-apple-app-attest-assertion": "AAAA", "x-apple-app-attest-key-id": "BBBB",
            "x-apple-app-attest-challenge": "CCCC",
        ]
        let headers = try AssertionHeaders { fields[$0.lowercased()] }
        XCTAssertEqual(headers.platform, "ios")
        XCTAssertEqual(headers.assertion, "AAAA")
        XCTAssertEqual(headers.keyID, "BBBB")
        XCTAssertEqual(headers.challenge, "CCCC")
        XCTAssertNil(try AssertionHeaders { $0 == AssertionHeaders.platformName ? nil : "x" }.platform)
        for name in [AssertionHeaders.assertionName, AssertionHeaders.keyIDName, AssertionHeaders.challengeName] {
            XCTAssertThrowsError(try AssertionHeaders { $0 == name ? nil : "x" }) { error in
                XCTAssertEqual((error as? AttestError)?.code, .malformedRequest)
                XCTAssertEqual((error as? AttestError)?.context, "no header \(name)")
            }
        }
    }

    /// A request as it arrives, from headers to the verified assertion; and with each part of it changed.
    func testAssertionOfARequest() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        func request(
            _ method: String = "POST", _ path: String = "/payments?draft=1", _ body: [UInt8] = Array("{}".utf8),
            signed: (method: String, path: String, body: [UInt8]) = ("POST", "/payments?draft=1", Array("{}".utf8))
        ) throws -> AssertionRequest {
            let challenge = try scene.verifier.issueChallenge(for: .assertion, boundTo: .key(keyID))
            let binding = try RequestBinding(
                challenge: challenge, method: signed.method, path: signed.path, body: signed.body)
            let assertion = try scene.device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: binding.clientData))
            let fields = [
                AssertionHeaders.assertionName: Data(assertion).base64EncodedString(),
                AssertionHeaders.keyIDName: keyID.base64,
                AssertionHeaders.challengeName: challenge,
            ]
            return try AssertionRequest(
                headers: AssertionHeaders { fields[$0] }, method: method, path: path, body: body,
                boundTo: .key, account: "account")
        }
        let verified = try await scene.verifier.verifyAssertion(request())
        XCTAssertEqual(verified.counter, 1)
        let changed: [() throws -> AssertionRequest] = [
            { try request("PUT") }, { try request("POST", "/payments") },
            { try request("POST", "/payments?draft=1", []) },
            { try request("POST", "/payments?draft=1", Array("{} ".utf8)) },
        ]
        for make in changed {
            await assertRefused(.signatureInvalid) { _ = try await scene.verifier.verifyAssertion(make()) }
        }
        await assertRefused(.malformedRequest) { _ = try await scene.verifier.verifyAssertion(request("GET", "/a\n")) }
    }
}
