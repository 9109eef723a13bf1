import AttestCore
import AttestTesting
import Foundation
import XCTest

final class VerifyCommandTests: XCTestCase {
    private let appID = "1234567890.com.example.myapp"
    private let keyID = "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0="
    private let hash = Data("example_server_challenge".utf8).base64EncodedString()
    private let time = "2026-04-21T18:13:12Z"

    private func sample() throws -> [UInt8] {
        struct Vector: Decodable { let object: Data }
        let file = URL(filePath: projectFolder + "/Fixtures/apple/att-apple-guide-2026.json")
        return Array(try JSONDecoder().decode(Vector.self, from: Data(contentsOf: file)).object)
    }

    // MARK: Attestations

    func testAcceptedAttestation() throws {
        let folder = try TemporaryFolder()
        let object = try sample()
        let base64 = Data(object).base64EncodedString(options: .lineLength64Characters)
        for file in [try folder.write(object, to: "binary"), try folder.write(base64.utf8, to: "text")] {
            let result = attest(
                "verify", "attestation", "--app-id", appID, "--key-id", keyID, "--client-data-hash", hash, "--at", time,
                file)
            XCTAssertEqual(result.status, 0, result.text)
            XCTAssertEqual(result.errors, [])
            XCTAssertEqual(result.output.filter { $0.contains("  pass  ") }.count, 14)
            XCTAssertTrue(result.output.contains("  4  n/a   accessPolicy: not a macOS key"))
            XCTAssertTrue(
                result.output.contains(
                    "  1  pass  certificateChain: 2 certificates lead to a pinned root and are valid at the given time")
            )
            XCTAssertTrue(result.output.contains("accepted"))
            XCTAssertTrue(result.output.contains("  environment       production"))
        }
    }

    func testAttestationAsJSONFromStandardInput() throws {
        let result = attest(
            "verify", "attestation", "--json", "--app-id=\(appID)", "--key-id=\(keyID)", "--client-data-hash=\(hash)",
            "--at=\(time)", "-", input: try sample())
        XCTAssertEqual(result.status, 0)
        let json = try result.json()
        XCTAssertEqual(json["accepted"] as? Bool, true)
        let proof = try XCTUnwrap(json["proof"] as? [String: Any])
        XCTAssertEqual(proof["appID"] as? String, appID)
        XCTAssertEqual(proof["keyID"] as? String, keyID)
        XCTAssertNil(proof["launchCategory"] as? Int, "ED is clear")
        XCTAssertEqual(proof["receiptBytes"] as? Int, 3977)
        let steps = try XCTUnwrap(json["steps"] as? [[String: Any]])
        XCTAssertEqual(steps.compactMap { $0["number"] as? Int }, [1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11])
        XCTAssertEqual(steps.first { $0["name"] as? String == "accessPolicy" }?["outcome"] as? String, "notJudged")
    }

    func testRefusedAttestation() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(sample(), to: "object")
        // The challenge is hashed here, as a server should, and was not in the sample; the leaf has expired since.
        let result = attest(
            "verify", "attestation", "--app-id", appID, "--key-id", keyID, "--challenge", "example_server_challenge",
            "--at", "2026-05-01T00:00:00Z", file)
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(result.errors, [])
        XCTAssertTrue(result.text.contains("  1  FAIL  certificateChain: certificate 0 was valid until"))
        XCTAssertTrue(result.text.contains("  4  FAIL  nonceExtension"))
        XCTAssertTrue(result.text.contains("refused: certificateExpired (step 1)"))

        let json = try attest(
            "verify", "attestation", "--json", "--app-id", appID, "--key-id", keyID, "--client-data-hash", hash,
            "--environment", "development", "--at", time, file
        ).json()
        let error = try XCTUnwrap(json["error"] as? [String: Any])
        XCTAssertEqual(json["accepted"] as? Bool, false)
        XCTAssertEqual(error["code"] as? String, "environmentMismatch")
        XCTAssertEqual(error["category"] as? String, "policy")
        XCTAssertEqual(error["step"] as? Int, 8)
    }

    func testUnreadableAttestationIsRefused() throws {
        let result = attest(
            "verify", "attestation", "--app-id", appID, "--key-id", keyID, "--client-data-hash", hash, "-",
            input: try sample().dropLast())
        XCTAssertEqual(result.status, 1)
        XCTAssertEqual(result.output.first?.hasPrefix("refused: malformedCBOR: "), true, result.text)
    }

    func testVirtualDeviceUnderItsOwnRoot() throws {
        let folder = try TemporaryFolder()
        let authority = try TestAuthority()
        let profile = try DeviceProfile(.iOS27, appID: appID, environment: .development)
        let device = VirtualDevice(profile: profile, authority: authority)
        let key = try device.generateKey()
        let challenge = "the challenge"
        let object = try folder.write(
            device.attest(key, clientDataHash: ClientDataHash(sha256Of: challenge.utf8)), to: "object")
        for root in [
            try folder.write(authority.root, to: "root.der"), try folder.write(authority.pem.utf8, to: "root.pem"),
        ] {
            let result = attest(
                "verify", "attestation", "--app-id", appID, "--key-id", key.base64, "--challenge", challenge,
                "--environment", "any", "--root", root, object)
            XCTAssertEqual(result.status, 0, result.text)
        }
        let withoutRoot = attest(
            "verify", "attestation", "--app-id", appID, "--key-id", key.base64, "--challenge", challenge,
            "--environment", "any", object)
        XCTAssertTrue(withoutRoot.text.contains("refused: chainUntrusted (step 1)"), withoutRoot.text)
        let production = attest(
            "verify", "attestation", "--app-id", appID, "--key-id", key.base64, "--challenge", challenge, "--root",
            "\(folder.path)/root.der", object)
        XCTAssertTrue(production.text.contains("refused: environmentMismatch (step 8)"), "production is the default")
    }

    func testUnusableAttestationArguments() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(sample(), to: "object")
        let empty = try folder.write([], to: "empty")
        let prose = try folder.write("Hello, world!".utf8, to: "prose")
        let complete = ["--app-id", appID, "--key-id", keyID, "--client-data-hash", hash]
        func without(_ option: String, adding more: [String] = []) -> CommandResult {
            var arguments = complete
            if let index = arguments.firstIndex(of: option) { arguments.removeSubrange(index...index + 1) }
            return attest(["verify", "attestation"] + arguments + more + [file])
        }
        assertMisuse(without("--app-id"), mentions: "--app-id is missing")
        assertMisuse(without("--app-id", adding: ["--app-id", "com.example.myapp"]), mentions: "--app-id", "prefix")
        assertMisuse(without("--key-id"), mentions: "--key-id is missing")
        assertMisuse(without("--key-id", adding: ["--key-id", "AAAA"]), mentions: "--key-id", "base64")
        assertMisuse(without("--client-data-hash"), mentions: "--challenge", "--client-data-hash")
        assertMisuse(without("", adding: ["--challenge", "x"]), mentions: "either")
        assertMisuse(without("--client-data-hash", adding: ["--client-data-hash", "%"]), mentions: "not base64")
        assertMisuse(without("--client-data-hash", adding: ["--client-data-hash", ""]), mentions: "--client-data-hash")
        assertMisuse(without("", adding: ["--environment", "sandbox"]), mentions: "production, development or any")
        assertMisuse(without("", adding: ["--at", "yesterday"]), mentions: "--at", "ISO 8601")
        assertMisuse(without("", adding: ["--root", "/nonexistent"]), mentions: "/nonexistent")
        assertMisuse(without("", adding: ["--root", prose]), mentions: "--root")
        assertMisuse(without("", adding: ["--at"]), mentions: "--at")
        assertMisuse(without("", adding: ["--key-id", keyID]), mentions: "twice")
        assertMisuse(without("", adding: ["--verbose"]), mentions: "unknown option --verbose")
        assertMisuse(without("", adding: [file]), mentions: "2 files given")
        assertMisuse(attest(["verify", "attestation"] + complete), mentions: "0 files given")
        assertMisuse(
            attest(["verify", "attestation"] + complete + ["/nonexistent"]), mentions: "cannot read /nonexistent")
        assertMisuse(attest(["verify", "attestation"] + complete + [empty]), mentions: "is empty")
        assertMisuse(attest(["verify", "attestation"] + complete + [prose]), mentions: "not base64")
    }

    // MARK: Assertions

    func testAssertion() throws {
        let folder = try TemporaryFolder()
        let profile = try DeviceProfile(.iOS27, appID: appID, environment: .production)
        let device = VirtualDevice(profile: profile, authority: try TestAuthority())
        let key = try device.generateKey()
        let publicKey = Data(try device.publicKey(of: key).x963).base64EncodedString()
        let clientData = Array("the client data".utf8)
        let clientDataHash = try ClientDataHash(sha256Of: clientData)
        let object = try folder.write(device.assert(key, clientDataHash: clientDataHash), to: "object")
        let data = try folder.write(clientData, to: "data")
        let hash = Data(clientDataHash.bytes).base64EncodedString()
        let key0 = ["verify", "assertion", "--app-id", appID, "--public-key", publicKey, "--counter", "0"]

        for source in [["--client-data", data], ["--client-data-hash", hash]] {
            let result = attest(key0 + source + [object])
            XCTAssertEqual(result.status, 0, result.text)
            XCTAssertTrue(result.output.contains("  3  pass  signature: the registered key has signed the nonce"))
            XCTAssertTrue(result.output.contains { $0.hasPrefix("  6  n/a   challenge: ") })
            XCTAssertTrue(result.output.contains("  counter           1"))
        }
        let json = try attest(key0 + ["--client-data-hash", hash, "--json", object]).json()
        XCTAssertEqual((json["proof"] as? [String: Any])?["counter"] as? Int, 1)

        let replayed = attest([
            "verify", "assertion", "--app-id", appID, "--public-key", publicKey, "--counter", "1",
            "--client-data", data, object,
        ])
        XCTAssertEqual(replayed.status, 1)
        XCTAssertTrue(replayed.text.contains("refused: counterNotIncreased (step 5): counter 1, last accepted 1"))

        assertMisuse(attest(key0 + [object]), mentions: "--client-data", "--client-data-hash")
        assertMisuse(attest(key0 + ["--client-data", "-", "-"]), mentions: "standard input")
        assertMisuse(attest(Array(key0.dropLast()) + ["-1", "--client-data", data, object]), mentions: "--counter")
        assertMisuse(
            attest(Array(key0.dropLast()) + ["4294967296", "--client-data", data, object]), mentions: "--counter")
        assertMisuse(
            attest([
                "verify", "assertion", "--app-id", appID, "--public-key", "AAAA", "--counter", "0", "--client-data",
                data, object,
            ]),
            mentions: "--public-key", "65 bytes")
    }
}
