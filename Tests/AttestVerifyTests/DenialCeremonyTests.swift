import AttestCore
import AttestTesting
import Foundation
import XCTest

@testable import AttestVerify

/// What clients are told of requests that are really sent: 422 only for what anyone sees in the text.
final class DenialCeremonyTests: XCTestCase {
    private let malformed = Denial.Code.malformed
    private let refused = Denial.Code.refused

    private func told(_ body: () async throws -> Void) async -> Denial.Code? {
        do {
            try await body()
            return nil
        } catch {
            return DenialPolicy().denial(for: error).code
        }
    }

    func testAttestations() async throws {
        let scene = try Scene()
        let genuine = try scene.device.generateKey()
        func code(
            _ attestation: String, keyID: String? = nil, challenge: String? = nil
        ) async throws -> Denial.Code? {
            let challenge = try challenge ?? scene.verifier.issueChallenge(for: .attestation, boundTo: .nothing)
            return await told {
                _ = try await scene.verifier.verifyAttestation(
                    AttestationRequest(
                        attestation: attestation, keyID: keyID ?? genuine.base64, challenge: challenge,
                        boundTo: .nothing, account: "a"))
            }
        }
        let object = Data(
            try scene.device.attest(genuine, clientDataHash: ClientDataHash(sha256Of: "challenge".utf8)))
        let text = object.base64EncodedString()
        let limit = AttestLimits.attestationObjectBytes
        let cases: [(what: String, actual: Denial.Code?, expected: Denial.Code)] = [
            ("no base64", try await code("%%%"), malformed),
            ("base64 twice", try await code(Data(text.utf8).base64EncodedString()), refused),
            ("a text beyond the limit", try await code(String(repeating: "A", count: limit * 2)), malformed),
            (
                "one byte beyond the limit", try await code(Data(count: limit + 1).base64EncodedString()),
                malformed
            ),
            ("as many bytes as the limit", try await code(Data(count: limit).base64EncodedString()), refused),
            ("nothing", try await code(""), refused),
            ("no CBOR", try await code("////"), refused),
            ("an empty map", try await code("oA=="), refused),
            ("an object cut off", try await code(object.dropLast().base64EncodedString()), refused),
            ("a key ID of 31 bytes", try await code(text, keyID: Data(count: 31).base64EncodedString()), malformed),
            ("another key ID", try await code(text, keyID: scene.device.generateKey().base64), refused),
            ("another nonce", try await code(text), refused),
            ("a challenge that is none", try await code(text, challenge: "no challenge at all"), refused),
            ("no challenge", try await code(text, challenge: ""), refused),
        ]
        for (what, actual, expected) in cases { XCTAssertEqual(actual, expected, what) }

        let bytes = await told {
            _ = try await scene.verifier.verifyAttestation(
                AttestationRequest(
                    attestation: [UInt8](repeating: 0, count: limit + 1), keyID: genuine.base64,
                    challenge: scene.verifier.issueChallenge(for: .attestation, boundTo: .nothing),
                    boundTo: .nothing, account: "a"))
        }
        XCTAssertEqual(bytes, malformed, "bytes beyond the limit")
    }

    func testAssertions() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        func code(_ changes: [String: String?] = [:], path: String = "/") async throws -> Denial.Code? {
            let challenge = try scene.verifier.issueChallenge(for: .assertion, boundTo: .key(keyID))
            let data = try RequestBinding(challenge: challenge, method: "GET", path: "/", body: []).clientData
            let object = try scene.device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: data))
            var fields: [String: String?] = [
                AssertionHeaders.assertionName: Data(object).base64EncodedString(),
                AssertionHeaders.keyIDName: keyID.base64, AssertionHeaders.challengeName: challenge,
            ]
            fields.merge(changes) { $1 }
            return await told {
                _ = try await scene.verifier.verifyAssertion(
                    AssertionRequest(
                        headers: AssertionHeaders { fields[$0] ?? nil }, method: "GET", path: path, body: [],
                        boundTo: .key, account: nil))
            }
        }
        let (assertion, key) = (AssertionHeaders.assertionName, AssertionHeaders.keyIDName)
        let challenge = AssertionHeaders.challengeName
        let unknown = try scene.device.generateKey()
        let cases: [(what: String, actual: Denial.Code?, expected: Denial.Code?)] = [
            ("as it should be", try await code(), nil),
            ("no assertion", try await code([assertion: nil]), malformed),
            ("no key ID", try await code([key: nil]), malformed),
            ("no challenge", try await code([challenge: nil]), malformed),
            ("a path with a line break", try await code(path: "/\n"), malformed),
            ("no base64", try await code([assertion: "%%%"]), malformed),
            ("a large assertion", try await code([assertion: String(repeating: "A", count: 100_000)]), malformed),
            ("a damaged key ID", try await code([key: keyID.base64.dropLast(2) + " ="]), malformed),
            ("no CBOR", try await code([assertion: "////"]), refused),
            ("an attestation's form", try await code([assertion: "oA=="]), refused),
            ("a challenge that is none", try await code([challenge: "AAAA"]), refused),
            ("a challenge that is no base64url", try await code([challenge: "%%%"]), refused),
            ("an empty challenge", try await code([challenge: ""]), refused),
            ("another key", try await code([key: unknown.base64]), refused),
            ("another path", try await code(path: "/other"), refused),
        ]
        for (what, actual, expected) in cases { XCTAssertEqual(actual, expected, what) }
    }

    /// What is wrong with the text is told of every key alike: also of one that is not registered, or is another account's.
    func testTheTextTellsNothingOfTheStore() async throws {
        let scene = try Scene()
        let (known, unknown) = (try await scene.registeredKey(), try scene.device.generateKey())
        for keyID in [known, unknown] {
            for account in ["account", "another account", nil] {
                let challenge = try scene.verifier.issueChallenge(for: .assertion, boundTo: .key(keyID))
                func denial() async -> Denial.Code? {
                    await told {
                        _ = try await scene.verifier.verifyAssertion(
                            AssertionRequest(
                                assertion: "!", keyID: keyID.base64, challenge: challenge, boundTo: .key,
                                clientData: Array(challenge.utf8), account: account))
                    }
                }
                let first = await denial()
                XCTAssertEqual(first, malformed)
                // The attempt has used the challenge up.
                let second = await denial()
                XCTAssertEqual(second, refused)
            }
        }
    }

    /// Whatever is wrong inside of an object is one refusal; the size of the whole can be seen from outside.
    func testFlaws() {
        let codes =
            AttestationFlaw.allCases.map(\.code) + AssertionFlaw.allCases.map(\.code) + ReceiptFlaw.allCases.map(\.code)
        for code in codes {
            XCTAssertEqual(DenialPolicy().denial(for: code), Denial(status: 403, code: .refused), code.rawValue)
        }
    }
}
