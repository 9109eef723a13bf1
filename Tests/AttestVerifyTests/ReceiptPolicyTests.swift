import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// What becomes of receipts in the ceremony.
final class ReceiptPolicyTests: XCTestCase {
    private func required(_ maximumAge: Duration = .seconds(300)) throws -> ReceiptPolicy {
        .requiredFresh(anchors: try Scene.authority.get().receiptAnchors, maximumAge: maximumAge)
    }

    func testStoredWithItsTimes() async throws {
        let scene = try Scene(receipts: required())
        let keyID = try scene.device.generateKey()
        let record = try await scene.verifier.verifyAttestation(scene.attestationRequest(keyID))
        let stored = try await scene.verifier.store.record(keyID)
        XCTAssertEqual(stored, record)
        let receipt = try XCTUnwrap(record.receipt)
        let content = try Receipt(decoding: receipt).unprovenContent()
        XCTAssertEqual(content.publicKey, record.publicKey)
        XCTAssertEqual(record.environment, .production)
        // One of an attestation may be exchanged from the first.
        XCTAssertEqual(
            record.receiptTimes,
            ReceiptTimes(notBefore: scene.clock.now, expiration: scene.clock.now.addingTimeInterval(90 * 86_400)))
    }

    func testEveryFlawIsRefusedUnderItsCode() async throws {
        let scene = try Scene(receipts: required())
        for flaw in ReceiptFlaw.allCases {
            let keyID = try scene.device.generateKey()
            let request = try scene.attestationRequest(keyID, receiptFlaw: flaw)
            await assertRefused(flaw.code, flaw.rawValue) { _ = try await scene.verifier.verifyAttestation(request) }
            let stored = try await scene.verifier.store.record(keyID)
            XCTAssertNil(stored, "nothing is registered")
            // The step would be taken for one of the attestation's, and the code could be about its own certificates.
            let error = try XCTUnwrap(scene.lastEvent?.error as? AttestError)
            XCTAssertNil(error.step)
            XCTAssertTrue(error.context.hasPrefix("receipt"), error.context)
        }
    }

    func testMissingReceipt() async throws {
        let scene = try Scene(receipts: required())
        let request = try scene.attestationRequest(scene.device.generateKey(), flaw: .missingReceipt)
        await assertRefused(.receiptMissing) { _ = try await scene.verifier.verifyAttestation(request) }
    }

    /// Neither flaws nor absence matter, and nothing is said about times that nobody has checked.
    func testStoredUnread() async throws {
        let scene = try Scene()
        for flaw in [nil] + ReceiptFlaw.allCases.map(Optional.some) where flaw != .oversized {
            let keyID = try scene.device.generateKey()
            let record = try await scene.verifier.verifyAttestation(
                scene.attestationRequest(keyID, receiptFlaw: flaw))
            XCTAssertNotNil(record.receipt)
            XCTAssertNil(record.receiptTimes)
        }
        let without = try await scene.verifier.verifyAttestation(
            scene.attestationRequest(scene.device.generateKey(), flaw: .missingReceipt))
        XCTAssertNil(without.receipt)
    }

    /// Unread does not mean of any size: what is stored is within the limit of receipts.
    func testALargeReceiptIsNotStored() async throws {
        let scene = try Scene()
        let keyID = try scene.device.generateKey()
        for request in [
            try scene.attestationRequest(keyID, flaw: .largeReceipt),
            try scene.attestationRequest(keyID, receiptFlaw: .oversized),
        ] {
            await assertRefused(.limitExceeded) { _ = try await scene.verifier.verifyAttestation(request) }
            let record = try await scene.verifier.store.record(keyID)
            XCTAssertNil(record)
        }
    }

    func testMaximumAge() async throws {
        for (age, isAccepted) in [(Duration.seconds(3600), true), (.seconds(3599), false)] {
            let scene = try Scene(receipts: required(age))
            let request = try scene.attestationRequest(scene.device.generateKey(), receiptFlaw: .old)
            if isAccepted {
                _ = try await scene.verifier.verifyAttestation(request)
            } else {
                await assertRefused(.receiptTooOld) { _ = try await scene.verifier.verifyAttestation(request) }
            }
        }
    }

    func testRootsOfApple() async throws {
        let scene = try Scene(receipts: .requiredFresh)
        let request = try scene.attestationRequest(scene.device.generateKey())
        await assertRefused(.chainUntrusted) { _ = try await scene.verifier.verifyAttestation(request) }
    }

    func testConfiguration() throws {
        XCTAssertThrowsError(try Scene(receipts: required(.zero))) { error in
            XCTAssertEqual((error as? AttestError)?.code, .invalidConfiguration)
        }
    }
}
