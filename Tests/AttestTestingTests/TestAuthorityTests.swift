import AttestCore
import AttestTesting
import XCTest

final class TestAuthorityTests: XCTestCase {
    /// An authority that is saved and loaded is the same: each accepts what devices of the other make.
    func testSavedAuthority() throws {
        let made = try TestAuthority()
        let loaded = try TestAuthority(pem: made.pem)
        XCTAssertEqual(loaded.root, made.root)
        XCTAssertEqual(loaded.pem, made.pem)
        for (device, server) in [(made, loaded), (loaded, made)] {
            let subject = try Subject(.iOS27, authority: device)
            let object = try AttestationObject(decoding: subject.attestation())
            let policy = try AppPolicy(appID: Subject.appID, environments: [.production], launch: .any)
            XCTAssertNoThrow(
                try AttestationValidator(apps: [policy], anchors: server.anchors).validate(
                    object, keyID: subject.keyID, clientDataHash: subject.hash, at: Subject.now))
        }
    }

    func testSavedAuthorityOfReceipts() throws {
        let made = try TestAuthority()
        let loaded = try TestAuthority(pem: made.pem)
        let subject = try Subject(.iOS27, authority: made)
        let receipt = try XCTUnwrap(
            AttestationObject(decoding: subject.device.attest(subject.keyID, clientDataHash: subject.hash)).receipt)
        let answer = try loaded.exchange(receipt, riskMetric: 3, at: Subject.now)
        let proof = try ReceiptValidator(anchors: made.receiptAnchors, maximumAge: .seconds(300)).validate(
            Receipt(decoding: answer),
            of: ReceiptSubject(
                appID: AppID(Subject.appID), environment: .production,
                publicKey: subject.device.publicKey(of: subject.keyID)),
            from: .exchange(receivedAt: Subject.now))
        XCTAssertEqual(proof.content.riskMetric, 3)
        XCTAssertEqual(proof.content.notBefore, Subject.now.addingTimeInterval(86_400))
        XCTAssertEqual(proof.content.expirationTime, Subject.now.addingTimeInterval(90 * 86_400))
    }

    func testEveryAuthorityIsItsOwn() throws {
        let subject = try Subject(.iOS27, authority: TestAuthority())
        let other = try Subject(.iOS27, authority: TestAuthority())
        XCTAssertThrowsError(try other.validate(attestation: subject.attestation())) { error in
            XCTAssertEqual((error as? AttestError)?.code, .chainUntrusted)
        }
    }

    func testOtherTexts() throws {
        let pem = try TestAuthority().pem
        let halves = [String(pem.prefix(pem.count / 2)), String(pem.suffix(pem.count / 2))]
        let broken = pem.replacingOccurrences(of: "EC PRIVATE KEY", with: "PUBLIC KEY")
        for text in ["", "no PEM", broken, pem + pem] + halves {
            XCTAssertThrowsError(try TestAuthority(pem: text)) { error in
                XCTAssertEqual((error as? AttestError)?.code, .malformedTrustAnchor)
            }
        }
        let certificates = pem.components(separatedBy: "-----BEGIN EC").first ?? ""
        let wrongKeys =
            certificates
            + String(repeating: "-----BEGIN EC PRIVATE KEY-----\nMAA=\n-----END EC PRIVATE KEY-----\n", count: 5)
        XCTAssertThrowsError(try TestAuthority(pem: wrongKeys))
    }
}
