import AttestCore
import AttestTesting
import AttestVerify
import XCTest

final class AttestVerifierTests: XCTestCase {
    private let appID = "A1B2C3D4E5.com.example.app"
    private let store = InMemoryKeyStore()

    private func device(_ authority: TestAuthority, appID: String? = nil) throws -> VirtualDevice {
        let profile = try DeviceProfile(.iOS27, appID: appID ?? self.appID, environment: .production)
        return VirtualDevice(profile: profile, authority: authority)
    }

    private func verifier(
        _ authority: TestAuthority, environments: Set<AttestEnvironment> = [.production], appIDs: [String]? = nil
    ) throws -> AttestVerifier {
        let apps = try (appIDs ?? [appID]).map { try AppPolicy(appID: $0, environments: environments, launch: .any) }
        return try AttestVerifier(apps: apps, anchors: authority.anchors, store: store)
    }

    private func assertRefused(
        _ code: AttestError.Code, file: StaticString = #filePath, line: UInt = #line, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
            XCTFail("accepted, expected \(code)", file: file, line: line)
        } catch {
            XCTAssertEqual((error as? AttestError)?.code, code, "\(error)", file: file, line: line)
        }
    }

    func testBothCeremonies() async throws {
        let authority = try TestAuthority()
        let device = try device(authority)
        let verifier = try verifier(authority)
        let challenge = try ClientDataHash(sha256Of: "challenge".utf8)
        let keyID = try device.generateKey()

        let key = try await verifier.verifyAttestation(
            device.attest(keyID, clientDataHash: challenge), keyID: keyID, clientDataHash: challenge)
        XCTAssertEqual(key.appID.text, appID)
        XCTAssertEqual(key.environment, .production)
        XCTAssertEqual(key.counter, 0)
        XCTAssertNotNil(key.receipt)
        let stored = await store.record(keyID)
        XCTAssertEqual(stored, key)

        for counter: UInt32 in 1...3 {
            let data = try ClientDataHash(sha256Of: "request \(counter)".utf8)
            let used = try await verifier.verifyAssertion(
                device.assert(keyID, clientDataHash: data), keyID: keyID, clientDataHash: data)
            XCTAssertEqual(used.counter, counter)
        }
    }

    func testReplays() async throws {
        let authority = try TestAuthority()
        let device = try device(authority)
        let verifier = try verifier(authority)
        let hash = try ClientDataHash(sha256Of: "data".utf8)
        let keyID = try device.generateKey()
        let assertion = try device.assert(keyID, clientDataHash: hash)
        await assertRefused(.keyUnknown) {
            _ = try await verifier.verifyAssertion(assertion, keyID: keyID, clientDataHash: hash)
        }

        let attestation = try device.attest(keyID, clientDataHash: hash)
        _ = try await verifier.verifyAttestation(attestation, keyID: keyID, clientDataHash: hash)
        await assertRefused(.keyAlreadyRegistered) {
            _ = try await verifier.verifyAttestation(attestation, keyID: keyID, clientDataHash: hash)
        }
        _ = try await verifier.verifyAssertion(assertion, keyID: keyID, clientDataHash: hash)
        await assertRefused(.counterNotIncreased) {
            _ = try await verifier.verifyAssertion(assertion, keyID: keyID, clientDataHash: hash)
        }
    }

    /// One assertion offered by many tasks at once is accepted once.
    func testConcurrentReplaysAreAcceptedOnce() async throws {
        let authority = try TestAuthority()
        let device = try device(authority)
        let verifier = try verifier(authority)
        let hash = try ClientDataHash(sha256Of: "data".utf8)
        let keyID = try device.generateKey()
        _ = try await verifier.verifyAttestation(
            device.attest(keyID, clientDataHash: hash), keyID: keyID, clientDataHash: hash)
        let assertion = try device.assert(keyID, clientDataHash: hash)

        let accepted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    (try? await verifier.verifyAssertion(assertion, keyID: keyID, clientDataHash: hash)) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        XCTAssertEqual(accepted, 1)
    }

    func testAKeySignsForItsOwnAppOnly() async throws {
        let authority = try TestAuthority()
        let device = try device(authority)
        let other = "A1B2C3D4E5.com.example.other"
        let hash = try ClientDataHash(sha256Of: "data".utf8)
        let keyID = try device.generateKey()
        let both = try verifier(authority, appIDs: [appID, other])
        _ = try await both.verifyAttestation(
            device.attest(keyID, clientDataHash: hash), keyID: keyID, clientDataHash: hash)

        await assertRefused(.appIDMismatch) {
            var draft = try device.assertionDraft(keyID)
            draft.authenticatorData.rpIDHash = try AppID(other).rpIDHash
            _ = try await both.verifyAssertion(
                draft.assembled(clientDataHash: hash), keyID: keyID, clientDataHash: hash)
        }
        // The app, and then the environment, is no longer allowed.
        let assertion = try device.assert(keyID, clientDataHash: hash)
        await assertRefused(.appIDMismatch) {
            _ = try await verifier(authority, appIDs: [other]).verifyAssertion(
                assertion, keyID: keyID, clientDataHash: hash)
        }
        await assertRefused(.environmentMismatch) {
            _ = try await verifier(authority, environments: [.development]).verifyAssertion(
                assertion, keyID: keyID, clientDataHash: hash)
        }
    }
}
