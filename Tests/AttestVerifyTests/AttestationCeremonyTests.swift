import AttestCore
import AttestTesting
import Foundation
import XCTest

@testable import AttestVerify

final class AttestationCeremonyTests: XCTestCase {
    func testRegistration() async throws {
        let scene = try Scene()
        let keyID = try scene.device.generateKey()
        let record = try await scene.verifier.verifyAttestation(scene.attestationRequest(keyID))
        XCTAssertEqual(record.keyID, keyID)
        XCTAssertEqual(record.account, "account")
        XCTAssertEqual(record.appID.text, Scene.appID)
        XCTAssertEqual(record.environment, .production)
        XCTAssertEqual(record.counter, .initial)
        XCTAssertEqual(record.created, scene.clock.now)
        XCTAssertEqual(record.launchCategory, .appStore)
        XCTAssertEqual(record.bundleVersion, "1")
        XCTAssertNotNil(record.receipt)
        XCTAssertNil(record.lastUsed)
        let stored = try await scene.verifier.store.record(keyID)
        XCTAssertEqual(stored, record)
    }

    func testBytesAndTextsOfBothAlphabets() async throws {
        let scene = try Scene()
        for form in 0..<3 {
            let keyID = try scene.device.generateKey()
            let challenge = try scene.verifier.issueChallenge(for: .attestation, boundTo: .nothing)
            let object = try scene.device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
            let urlSafe = { (text: String) in
                text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                    .replacingOccurrences(of: "=", with: "")
            }
            let standard = Data(object).base64EncodedString()
            let request =
                switch form {
                case 0:
                    AttestationRequest(
                        attestation: object, keyID: keyID.base64, challenge: challenge, boundTo: .nothing, account: "a")
                case 1:
                    AttestationRequest(
                        attestation: standard, keyID: keyID.base64, challenge: challenge, boundTo: .nothing,
                        account: "a")
                default:
                    AttestationRequest(
                        attestation: urlSafe(standard), keyID: urlSafe(keyID.base64), challenge: challenge,
                        boundTo: .nothing,
                        account: "a")
                }
            let record = try await scene.verifier.verifyAttestation(request)
            XCTAssertEqual(record.keyID, keyID)
        }
    }

    func testAKeyIsRegisteredOnce() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey(account: "first")
        for account in ["first", "second"] {
            let again = try scene.attestationRequest(keyID, account: account)
            await assertRefused(.keyAlreadyRegistered) { _ = try await scene.verifier.verifyAttestation(again) }
        }
        let stored = try await scene.verifier.store.record(keyID)
        XCTAssertEqual(stored?.account, "first")
    }

    func testAChallengeIsGoodForOneAttempt() async throws {
        let scene = try Scene()
        // Also for one that fails, at whatever point.
        for flaw in [AttestationFlaw.wrongNonce, .trailingByte, .oversizedReceipt, .otherApp] {
            let request = try scene.attestationRequest(scene.device.generateKey(), flaw: flaw)
            await assertRefused(flaw.code) { _ = try await scene.verifier.verifyAttestation(request) }
            await assertRefused(.challengeSpent) { _ = try await scene.verifier.verifyAttestation(request) }
        }
    }

    func testOneRequestOfferedManyTimesAtOnce() async throws {
        let scene = try Scene()
        let request = try scene.attestationRequest(scene.device.generateKey())
        let accepted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask { (try? await scene.verifier.verifyAttestation(request)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        XCTAssertEqual(accepted, 1)
    }

    func testChallenges() async throws {
        let scene = try Scene()
        let keyID = try scene.device.generateKey()
        func request(_ challenge: String, boundTo binding: ExpectedBinding) throws -> AttestationRequest {
            let object = try scene.device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
            return AttestationRequest(
                attestation: object, keyID: keyID.base64, challenge: challenge, boundTo: binding, account: "account")
        }
        let verifier = scene.verifier
        await assertRefused(.malformedChallenge) {
            _ = try await verifier.verifyAttestation(request("made up", boundTo: .nothing))
        }
        await assertRefused(.challengeInvalid, "of another server") {
            let foreign = try ChallengeIssuer().issue(for: .attestation, boundTo: .nothing)
            _ = try await verifier.verifyAttestation(request(foreign, boundTo: .nothing))
        }
        await assertRefused(.challengeInvalid, "of another session") {
            let issued = try verifier.issueChallenge(for: .attestation, boundTo: .session("one"))
            _ = try await verifier.verifyAttestation(request(issued, boundTo: .session("two")))
        }
        await assertRefused(.challengeInvalid, "of an account of the session's name") {
            let issued = try verifier.issueChallenge(for: .attestation, boundTo: .account("one"))
            _ = try await verifier.verifyAttestation(request(issued, boundTo: .session("one")))
        }
        await assertRefused(.challengeInvalid, "of another key") {
            let issued = try verifier.issueChallenge(for: .attestation, boundTo: .key(scene.device.generateKey()))
            _ = try await verifier.verifyAttestation(request(issued, boundTo: .key))
        }
        await assertRefused(.challengePurposeMismatch) {
            let issued = try verifier.issueChallenge(for: .assertion, boundTo: .nothing)
            _ = try await verifier.verifyAttestation(request(issued, boundTo: .nothing))
        }
        await assertRefused(.nonceMismatch, "another challenge than the attested one") {
            let issued = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)
            let other = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)
            let object = try scene.device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: issued.utf8))
            _ = try await verifier.verifyAttestation(
                AttestationRequest(
                    attestation: object, keyID: keyID.base64, challenge: other, boundTo: .nothing, account: "account"))
        }
        await assertRefused(.challengeExpired) {
            let late = try request(verifier.issueChallenge(for: .attestation, boundTo: .nothing), boundTo: .nothing)
            scene.clock.advance(by: 300)
            _ = try await verifier.verifyAttestation(late)
        }
    }

    func testEachBinding() async throws {
        let scene = try Scene()
        for binding in [ExpectedBinding.nothing, .session("one"), .account("one"), .key] {
            let keyID = try scene.device.generateKey()
            let challenge = try scene.verifier.issueChallenge(
                for: .attestation, boundTo: binding.binding(keyID: keyID.base64))
            let object = try scene.device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
            let record = try await scene.verifier.verifyAttestation(
                AttestationRequest(
                    attestation: object, keyID: keyID.base64, challenge: challenge, boundTo: binding, account: "a"))
            XCTAssertEqual(record.keyID, keyID)
        }
    }

    func testMalformedTexts() async throws {
        let scene = try Scene()
        func request(_ attestation: String, keyID: String) throws -> AttestationRequest {
            AttestationRequest(
                attestation: attestation, keyID: keyID,
                challenge: try scene.verifier.issueChallenge(for: .attestation, boundTo: .nothing), boundTo: .nothing,
                account: "a")
        }
        let keyID = try scene.device.generateKey().base64
        let cases: [(String, String, AttestError.Code)] = [
            ("%%%", keyID, .malformedBase64),
            ("", keyID, .malformedCBOR),
            ("oA==", keyID, .malformedAttestationObject),
            (String(repeating: "A", count: 100_000), keyID, .limitExceeded),
            (String(repeating: "A", count: 10_000_000), keyID, .limitExceeded),
        ]
        for (attestation, keyID, code) in cases {
            await assertRefused(code) {
                _ = try await scene.verifier.verifyAttestation(request(attestation, keyID: keyID))
            }
        }
        let object = try scene.device.attest(KeyID(base64: keyID), clientDataHash: ClientDataHash(sha256Of: "x".utf8))
        await assertRefused(.malformedKeyID) {
            _ = try await scene.verifier.verifyAttestation(
                request(Data(object).base64EncodedString(), keyID: "short"))
        }
    }

    func testEveryFlawIsRefusedUnderItsCode() async throws {
        let scene = try Scene()
        for flaw in AttestationFlaw.allCases {
            let policyDependent: Set<AttestError.Code> = [
                .launchCategoryForbidden, .launchCategoryMissing, .bundleVersionForbidden, .bundleVersionMissing,
                .receiptMissing,
            ]
            guard !policyDependent.contains(flaw.code) else { continue }
            let keyID = try scene.device.generateKey()
            let request = try scene.attestationRequest(keyID, flaw: flaw)
            await assertRefused(flaw.code, flaw.rawValue) { _ = try await scene.verifier.verifyAttestation(request) }
            let stored = try await scene.verifier.store.record(keyID)
            XCTAssertNil(stored, "nothing is registered")
        }
    }
}
