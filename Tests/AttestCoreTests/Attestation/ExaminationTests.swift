import AttestCore
import AttestTesting
import XCTest

/// `examine` runs what `validate` runs, and goes on after a failure.
final class ExaminationTests: XCTestCase {
    private let attestationSteps = [
        "format", "attestedCredentialFlag", "certificateChain", "clientDataHash", "nonce", "nonceExtension",
        "accessPolicy",
        "keyID", "appID", "counter", "environment", "credentialID", "publicKey", "launchCategory", "bundleVersion",
    ]
    private let attestationNumbers: [Int?] = [nil, nil, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, nil, 10, 11]

    private func examine(_ object: [UInt8], _ virtual: Virtual) throws -> ValidationReport<ValidatedAttestation> {
        try AttestationValidator(apps: [virtual.policy], anchors: Virtual.authority.get().anchors).examine(
            AttestationObject(decoding: object), keyID: virtual.keyID, clientDataHash: Virtual.hash.get(),
            at: Virtual.now)
    }

    private func failures(_ steps: [StepReport]) -> [String] {
        steps.compactMap { if case .failed = $0.outcome { $0.name } else { nil } }
    }

    private func notJudged(_ steps: [StepReport]) -> [String] {
        steps.compactMap { if case .notJudged = $0.outcome { $0.name } else { nil } }
    }

    func testAllStepsOfAnAcceptedAttestation() throws {
        let ios = try Virtual(.iOS27)
        let report = try examine(ios.attestation(), ios)
        XCTAssertEqual(report.steps.map(\.name), attestationSteps)
        XCTAssertEqual(report.steps.map(\.number), attestationNumbers)
        XCTAssertEqual(failures(report.steps), [])
        XCTAssertEqual(notJudged(report.steps), ["accessPolicy"])
        XCTAssertTrue(report.steps.allSatisfy { !$0.detail.isEmpty })
        XCTAssertEqual(try report.result.get().keyID, ios.keyID)

        let mac = try Virtual(.macOS27)
        XCTAssertEqual(notJudged(try examine(mac.attestation(), mac).steps), [])
    }

    func testStepsAfterAFailureAreCarriedOut() throws {
        let virtual = try Virtual()
        let object = try virtual.attestation { draft in
            draft.leaf.notAfter = Virtual.now.addingTimeInterval(-1)
            draft.authenticatorData.counter = 5
            draft.editAuthenticatorData = { $0[55] ^= 1 }
        }
        let report = try examine(object, virtual)
        XCTAssertEqual(report.steps.map(\.name), attestationSteps)
        XCTAssertEqual(failures(report.steps), ["certificateChain", "counter", "credentialID"])
        assertRefused(.certificateExpired, step: 1) { try report.result.get() }
    }

    func testWithoutAnAppNoPolicyIsJudged() throws {
        let virtual = try Virtual()
        let report = try examine(virtual.attestation(.otherApp), virtual)
        XCTAssertEqual(failures(report.steps), ["appID"])
        XCTAssertEqual(notJudged(report.steps), ["accessPolicy", "environment", "launchCategory", "bundleVersion"])
    }

    /// The same verdict as `validate`, for every flaw.
    func testExamineAgreesWithValidate() throws {
        let virtual = try Virtual()
        for flaw in AttestationFlaw.allCases {
            guard let object = try? AttestationObject(decoding: virtual.attestation(flaw)) else { continue }
            let validator = try AttestationValidator(apps: [virtual.policy], anchors: Virtual.authority.get().anchors)
            let hash = try Virtual.hash.get()
            let report = validator.examine(object, keyID: virtual.keyID, clientDataHash: hash, at: Virtual.now)
            do {
                _ = try validator.validate(object, keyID: virtual.keyID, clientDataHash: hash, at: Virtual.now)
                XCTAssertNoThrow(try report.result.get(), flaw.rawValue)
            } catch {
                assertRefused(error.code, step: error.step, flaw.rawValue) { try report.result.get() }
            }
        }
    }

    func testAllStepsOfAnAssertion() throws {
        let virtual = try Virtual()
        let validator = try AssertionValidator(apps: [virtual.policy])
        func examine(_ object: [UInt8]) throws -> ValidationReport<ValidatedAssertion> {
            try validator.examine(
                AssertionObject(decoding: object), clientDataHash: Virtual.hash.get(),
                publicKey: virtual.device.publicKey(of: virtual.keyID), after: 0)
        }
        let accepted = try examine(virtual.assertion())
        XCTAssertEqual(
            accepted.steps.map(\.name),
            [
                "clientDataHash", "nonce", "signature", "appID", "counter", "challenge", "launchCategory",
                "bundleVersion",
            ])
        XCTAssertEqual(accepted.steps.map(\.number), [1, 2, 3, 4, 5, 6, 7, 8])
        XCTAssertEqual(notJudged(accepted.steps), ["challenge"])
        XCTAssertEqual(try accepted.result.get().counter, 1)

        let refused = try examine(
            virtual.assertion { draft in
                draft.authenticatorData.counter = 0
                draft.editSignature = { $0 = [0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01] }
            })
        XCTAssertEqual(failures(refused.steps), ["signature", "counter"])
        assertRefused(.signatureInvalid, step: 3) { try refused.result.get() }
    }
}
