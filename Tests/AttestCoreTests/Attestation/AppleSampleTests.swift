import AttestCore
import XCTest

/// Apple's published samples, which are the definition of what must be accepted.
final class AppleSampleTests: XCTestCase {
    func testSampleOf2024() throws {
        let sample = try AppleSample.of2024()
        let object = try AttestationObject(decoding: sample.object)
        XCTAssertEqual(sample.clientDataHash.bytes, Array("test_server_challenge".utf8))
        XCTAssertNil(object.authenticatorData.extensions)

        let proof = try sample.validator().validate(
            object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, at: sample.time)
        XCTAssertEqual(proof.appID.text, "0352187391.com.apple.example_app_attest")
        XCTAssertEqual(proof.environment, .production)
        XCTAssertEqual(proof.keyID, sample.keyID)
        XCTAssertEqual(proof.publicKey.x963, sample.publicKey)
        XCTAssertEqual(proof.operatingSystem?.version, "18.0")
        XCTAssertEqual(proof.operatingSystem?.build, "22A244b")
        XCTAssertEqual(proof.operatingSystem?.platform, "iphoneos")
        XCTAssertNil(proof.launchCategory)
        XCTAssertNil(proof.bundleVersion)
        XCTAssertEqual(proof.receipt?.count, 3877)
    }

    func testSampleOf2026() throws {
        let sample = try AppleSample.of2026()
        let object = try AttestationObject(decoding: sample.object)
        XCTAssertEqual(sample.clientDataHash.bytes, Array("example_server_challenge".utf8))
        XCTAssertEqual(object.format, "apple-appattest")
        XCTAssertEqual(object.otherMembers, [])
        XCTAssertEqual(object.authenticatorData.flags, [.attestedCredential], "ED is clear, and extensions follow")
        XCTAssertEqual(object.authenticatorData.counter, 0)
        XCTAssertEqual(object.attestedCredential.aaguid, AttestEnvironment.production.aaguid)
        XCTAssertEqual(
            object.authenticatorData.extensions?.names, ["apple_bundle_version_01", "apple_validation_category_01"])

        func validate(_ launch: LaunchPolicy) throws -> ValidatedAttestation {
            try sample.validator(launch: launch).validate(
                object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, at: sample.time)
        }
        // With ED clear, what the extensions say can refuse an object, and never be what a policy asks for.
        assertRefused(.launchCategoryMissing, step: 10) {
            try validate(.allowing([.operatingSystem], whenAbsent: .refuse))
        }
        assertRefused(.launchCategoryForbidden, step: 10) { try validate(.allowing([.appStore], whenAbsent: .allow)) }
        let proof = try validate(.allowing([.operatingSystem], whenAbsent: .allow))
        XCTAssertEqual(proof.appID.text, "1234567890.com.example.myapp")
        XCTAssertEqual(proof.environment, .production)
        XCTAssertEqual(proof.publicKey.x963, sample.publicKey)
        XCTAssertNil(proof.launchCategory)
        XCTAssertNil(proof.bundleVersion)
        XCTAssertEqual(object.authenticatorData.extensions?.launchCategory, .operatingSystem)
        XCTAssertEqual(object.authenticatorData.extensions?.bundleVersion, "1")
        XCTAssertEqual(proof.osVersion, "27.0")
        XCTAssertEqual(proof.receipt?.count, 3977)
    }

    /// The three days of the leaf, to the second, both ends included.
    func testValidityOfTheLeaf() throws {
        let sample = try AppleSample.of2026()
        let object = try AttestationObject(decoding: sample.object)
        func validate(at time: Date) throws {
            _ = try sample.validator().validate(
                object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, at: time)
        }
        let begin = sample.time.addingTimeInterval(-86_400)
        let end = sample.time.addingTimeInterval(2 * 86_400)
        for time in [begin, end] { XCTAssertNoThrow(try validate(at: time)) }
        assertRefused(.certificateNotYetValid, step: 1) { try validate(at: begin.addingTimeInterval(-0.001)) }
        assertRefused(.certificateExpired, step: 1) { try validate(at: end.addingTimeInterval(0.001)) }
        assertRefused(.certificateNotYetValid, step: 1) { try validate(at: .distantPast) }
        assertRefused(.certificateExpired, step: 1) { try validate(at: .distantFuture) }
        assertRefused(.certificateNotYetValid, step: 1) { try validate(at: Date(timeIntervalSince1970: .nan)) }
    }

    /// What users do wrong most often with a genuine object.
    func testCommonMistakes() throws {
        let sample = try AppleSample.of2026()
        let object = try AttestationObject(decoding: sample.object)
        let hashed = try ClientDataHash(sha256Of: sample.clientDataHash.bytes)
        assertRefused(.nonceMismatch, step: 4, "the sample's challenge is not hashed") {
            try sample.validator().validate(object, keyID: sample.keyID, clientDataHash: hashed, at: sample.time)
        }
        assertRefused(.environmentMismatch, step: 8) {
            try sample.validator(environments: [.development])
                .validate(object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, at: sample.time)
        }
        assertRefused(.launchCategoryForbidden, step: 10) {
            try sample.validator(launch: .allowing([.appStore, .testFlight], whenAbsent: .allow))
                .validate(object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, at: sample.time)
        }
        let other = try AppleSample.of2024()
        assertRefused(.keyIDMismatch, step: 5) {
            try sample.validator().validate(
                object, keyID: other.keyID, clientDataHash: sample.clientDataHash, at: sample.time)
        }
        assertRefused(.appIDMismatch, step: 6) {
            try other.validator().validate(
                object, keyID: sample.keyID, clientDataHash: sample.clientDataHash, at: sample.time)
        }
        assertRefused(.malformedCBOR) { try AttestationObject(decoding: Array("not CBOR".utf8)) }
        assertRefused(.malformedAssertionObject) { try AssertionObject(decoding: sample.object.prefix(5906)) }
    }
}
