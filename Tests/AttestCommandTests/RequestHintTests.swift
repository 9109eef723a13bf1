import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// What `attest verify assertion` says about requests that an app signed in another way than `RequestBinding` describes.
final class RequestHintTests: XCTestCase {
    private let challenge = "vHk2uSzkAsg3aSDkUyIVrMSZqJUu9rqvf4nXt6bx-Ow"
    private let body = Array("{\n  \"amount\": 7\n}\n".utf8)
    private let path = "/v1/pay%20now?to=a%2Fb&x=1"

    private func lines(
        challenge: String? = nil, method: String = "POST", path: String? = nil, body: String? = nil,
        separator: String = "\n", end: String = ""
    ) -> [UInt8] {
        let parts = [challenge ?? self.challenge, method, path ?? self.path, body ?? hex(self.body)]
        return Array((parts.joined(separator: separator) + end).utf8)
    }

    private func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] { (try? ClientDataHash(sha256Of: bytes).bytes) ?? [] }
    private func hex(_ bytes: some Sequence<UInt8>) -> String { Hex.encode(hash(bytes)) }

    /// An assertion over any bytes in place of a client data hash.
    private func assertion(
        by scene: VirtualScene, over bytes: [UInt8], asDigest: Bool = false
    ) throws -> [UInt8] {
        var draft = try scene.device.assertionDraft(scene.keyID)
        draft.message = { composite throws(AttestError) in
            let signed = composite.dropLast(32) + bytes
            // Signing hashes the message, so this is the nonce as a digest.
            return asDigest ? Array(signed) : try ClientDataHash(sha256Of: signed).bytes
        }
        return try draft.assembled(clientDataHash: ClientDataHash(bytes: [UInt8](repeating: 0, count: 32)))
    }

    /// Verifies what an app signed as the request of this test.
    private func verify(
        _ object: [UInt8], by scene: VirtualScene, method: String = "POST", path: String? = nil
    ) throws -> CommandResult {
        attest(
            [
                "verify", "assertion", "--app-id", scene.appID, "--public-key", try scene.publicKey, "--counter", "0",
                "--challenge", challenge, "--method", method, "--path", path ?? self.path, "--body",
                try scene.write(body, to: "body"), "-",
            ], input: object)
    }

    private func assertHint(
        _ result: CommandResult, _ words: String, file: StaticString = #filePath, line: UInt = #line
    ) {
        XCTAssertEqual(result.status, 1, "a hint changes no verdict", file: file, line: line)
        XCTAssertEqual(result.hints.count, 2, result.text, file: file, line: line)
        XCTAssertTrue(result.hint.contains(words), "\(words) in \(result.text)", file: file, line: line)
        let last = "with that changed, the object is accepted"
        XCTAssertEqual(result.hints.last, last, file: file, line: line)
    }

    func testRightRequests() throws {
        let scene = try VirtualScene()
        let clientData = try RequestBinding(challenge: challenge, method: "POST", path: path, body: body).clientData
        XCTAssertEqual(clientData, lines())
        let object = try scene.device.assert(scene.keyID, clientDataHash: ClientDataHash(sha256Of: clientData))
        for (method, path) in [("POST", path), ("post", path), ("POST", "https://api.example.com:8443\(path)#top")] {
            let result = try verify(object, by: scene, method: method, path: path)
            XCTAssertEqual(result.status, 0, result.text)
            XCTAssertEqual(result.hints, [])
        }
        // Without a body, and without a path in the address.
        let get = try RequestBinding(challenge: challenge, method: "GET", path: "/?a", body: []).clientData
        let result = attest(
            [
                "verify", "assertion", "--app-id", scene.appID, "--public-key", try scene.publicKey, "--counter", "0",
                "--challenge", challenge, "--method", "GET", "--path", "HTTPS://example.com?a", "-",
            ], input: try scene.device.assert(scene.keyID, clientDataHash: ClientDataHash(sha256Of: get)))
        XCTAssertEqual(result.status, 0, result.text)
    }

    func testOneMistake() throws {
        let scene = try VirtualScene()
        let compact = Array(#"{"amount":7}"#.utf8)
        for (signed, words) in [
            (lines(path: "/v1/pay%20now"), "with the path without its query"),
            (lines(method: "post"), "with the method in small letters"), (lines(method: "GET"), "with the method GET"),
            (lines(path: "/v1/pay now?to=a/b&x=1"), "with the path percent-decoded"),
            (lines(path: "v1/pay%20now?to=a%2Fb&x=1"), "without its first slash"),
            (lines(separator: "\r\n"), "with CRLF in place of line feeds"),
            (lines(separator: "\r\n", end: "\r\n"), "with CRLF after each line"),
            (lines(end: "\n"), "with a line feed at the end"),
            (lines(body: hex(body).uppercased()), "with the hash of the body in upper-case hex"),
            (lines(body: Base64.encode(hash(body))), "with the hash of the body in base64"),
            (lines(body: hex([])), "with the hash of no bytes in place of the body"),
            (lines(body: hex(body.dropLast())), "without the white space at its end"),
            (lines(body: hex(compact)), "with the hash of the JSON of the body without white space"),
            (lines(body: String(decoding: body, as: UTF8.self)), "with the body in place of its hash"),
            (lines(challenge: "vHk2uSzkAsg3aSDkUyIVrMSZqJUu9rqvf4nXt6bx+Ow="), "in the standard alphabet of base64"),
            (Array(challenge.utf8), "SHA-256 of the challenge alone: the assertion binds no request"),
            (body, "SHA-256 of the body alone"),
        ] {
            let object = try scene.device.assert(scene.keyID, clientDataHash: ClientDataHash(sha256Of: signed))
            assertHint(try verify(object, by: scene), words)
        }
    }

    func testFullAddress() throws {
        let scene = try VirtualScene()
        let url = "https://api.example.com\(path)"
        let object = try scene.device.assert(scene.keyID, clientDataHash: ClientDataHash(sha256Of: lines(path: url)))
        assertHint(try verify(object, by: scene, path: url), "with the full URL in place of the path")
        // Only the path is known, so nothing can be tried.
        XCTAssertEqual(try verify(object, by: scene).hints, [])
    }

    func testTwoMistakes() throws {
        let scene = try VirtualScene()
        for (signed, words) in [
            (
                lines(method: "post", body: hex(body).uppercased()),
                "with the method in small letters and the hash of the body in upper-case hex"
            ),
            (
                lines(path: "/v1/pay%20now", separator: "\r\n"),
                "with the path without its query and CRLF in place of line feeds"
            ),
        ] {
            let once = try ClientDataHash(sha256Of: signed)
            assertHint(try verify(scene.device.assert(scene.keyID, clientDataHash: once), by: scene), words)
            let twice = try ClientDataHash(sha256Of: once.bytes)
            assertHint(
                try verify(scene.device.assert(scene.keyID, clientDataHash: twice), by: scene),
                "SHA-256 of SHA-256 of the client data of the request \(words)")
        }
    }

    /// The client data itself was passed to generateAssertion, which takes any number of bytes.
    func testClientDataThatIsNotHashed() throws {
        let scene = try VirtualScene()
        XCTAssertGreaterThan(lines().count, 128)
        let object = try assertion(by: scene, over: lines())
        let result = try verify(object, by: scene)
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(
            result.hint.contains("the client data of the request, as it is: the app has not hashed it"), result.text)
        XCTAssertTrue(result.hint.contains("(\(lines().count) bytes, which are no hash)"), result.text)
        XCTAssertEqual(result.hints.count, 1, "nothing was changed")
        // The same of other client data.
        let document = Array("{\"text\": \"\(String(repeating: "x", count: 5000))\"}".utf8)
        let other = attest(
            [
                "verify", "assertion", "--app-id", scene.appID, "--public-key", try scene.publicKey, "--counter", "0",
                "--client-data", try scene.write(document, to: "document"), "-",
            ], input: try assertion(by: scene, over: document))
        XCTAssertTrue(other.hint.contains("the client data, as it is: the app has not hashed it"), other.text)
        XCTAssertEqual(other.hints.count, 1, "nothing was changed")
    }

    /// An upload is hashed as it is only, so what needs none of its bytes is still found.
    func testLargeBody() throws {
        let scene = try VirtualScene()
        let body = [UInt8](repeating: UInt8(ascii: " "), count: 64 * 1024 + 1)
        let file = try scene.write(body, to: "upload")
        func result(_ signed: [UInt8]) throws -> CommandResult {
            attest(
                [
                    "verify", "assertion", "--app-id", scene.appID, "--public-key", try scene.publicKey, "--counter",
                    "0", "--challenge", challenge, "--method", "POST", "--path", path, "--body", file, "-",
                ], input: try scene.device.assert(scene.keyID, clientDataHash: ClientDataHash(sha256Of: signed)))
        }
        let right = hex(body)
        XCTAssertEqual(try result(lines(body: right)).status, 0)
        for (signed, words) in [
            (lines(path: "/v1/pay%20now", body: right), "with the path without its query"),
            (lines(method: "post", body: right), "with the method in small letters"),
            (lines(body: right, separator: "\r\n"), "with CRLF in place of line feeds"),
            (lines(body: right.uppercased()), "with the hash of the body in upper-case hex"),
            (lines(body: hex([])), "with the hash of no bytes in place of the body"),
            (Array(challenge.utf8), "SHA-256 of the challenge alone"),
        ] {
            assertHint(try result(signed), words)
        }
        // What needs them is not tried, and that is said.
        for signed in [lines(body: hex(body.dropLast())), lines(body: hex(body + [0x0a])), body] {
            let hints = try result(signed).hints
            XCTAssertEqual(hints.count, 1, "\(hints)")
            XCTAssertTrue(hints.first?.contains("the body has 65537 bytes") == true, "\(hints)")
            XCTAssertTrue(hints.first?.contains("is not tried in other forms") == true, "\(hints)")
        }
    }

    /// The same of client data as a whole.
    func testLargeClientData() throws {
        let scene = try VirtualScene()
        let document = [UInt8](repeating: UInt8(ascii: "x"), count: 64 * 1024 + 1)
        let result = attest(
            [
                "verify", "assertion", "--app-id", scene.appID, "--public-key", try scene.publicKey, "--counter", "0",
                "--client-data", try scene.write(document, to: "document"), "-",
            ], input: try scene.device.assert(scene.keyID, clientDataHash: ClientDataHash(sha256Of: document + [0x0a])))
        XCTAssertEqual(result.hints.count, 1, result.text)
        XCTAssertTrue(result.hint.contains("the client data has 65537 bytes"), result.text)
    }

    /// Makers of assertions whose libraries sign digests.
    func testNonceThatIsSignedAsADigest() throws {
        let scene = try VirtualScene()
        let mistake = "the signature was made over the nonce as a digest, so that it was hashed once instead of twice"
        for (hash, name) in [
            (hash(lines()), nil),
            (hash(lines(method: "post")), "SHA-256 of the client data of the request with the method"),
        ] {
            let result = try verify(assertion(by: scene, over: hash, asDigest: true), by: scene)
            XCTAssertEqual(result.status, 1)
            XCTAssertTrue(result.hint.contains(mistake), result.text)
            XCTAssertEqual(result.hints.count, 1, "nothing was changed")
            XCTAssertEqual(result.hint.contains("and the client data hash is"), name != nil, result.text)
            XCTAssertTrue(result.hint.contains(name ?? mistake), result.text)
        }
        // A signature of another key is none of these.
        let other = try VirtualScene()
        XCTAssertEqual(try verify(assertion(by: other, over: hash(lines()), asDigest: true), by: scene).hints, [])
    }

    func testUnusableArguments() throws {
        let scene = try VirtualScene()
        func call(_ options: String...) throws -> CommandResult {
            attest(
                [
                    "verify", "assertion", "--app-id", scene.appID, "--public-key", try scene.publicKey, "--counter",
                    "0",
                ] + options + ["-"], input: [0xa0])
        }
        assertMisuse(try call("--challenge", challenge, "--path", "/"), mentions: "--method is missing")
        assertMisuse(try call("--challenge", challenge, "--method", "GET"), mentions: "--path is missing")
        assertMisuse(try call("--method", "GET", "--path", "/"), mentions: "--challenge is missing")
        assertMisuse(
            try call("--challenge", challenge, "--method", "GET", "--path", "/", "--body", "-"),
            mentions: "standard input cannot be both the body and the assertion")
        assertMisuse(
            try call("--challenge", challenge, "--method", "GET", "--path", "/ /"), mentions: "a path that is empty or")
        assertMisuse(
            try call("--challenge", challenge, "--method", "GET", "--path", "/", "--client-data-hash", "AAAA"),
            mentions: "give either --client-data")
    }
}
