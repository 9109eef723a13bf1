import Foundation
import XCTest

@testable import AttestCore

/// Receipts of genuine devices: those inside of attestations, and answers of Apple's server.
final class GenuineReceiptTests: XCTestCase {
    func testAllAreValidWhenTheyAreMade() throws {
        let receipts = try GenuineReceipt.all()
        // 48 attestations with a receipt, and 5 answers, were there when this was written.
        XCTAssertGreaterThanOrEqual(receipts.filter { $0.clientDataHash != nil }.count, 48)
        XCTAssertGreaterThanOrEqual(receipts.filter { $0.clientDataHash == nil }.count, 5)
        for receipt in receipts {
            do {
                let proof = try receipt.validate()
                XCTAssertEqual(proof.bytes, receipt.bytes)
                XCTAssertEqual(proof.content.type, receipt.clientDataHash == nil ? .receipt : .attest, receipt.name)
                XCTAssertEqual(proof.content.riskMetric != nil, receipt.clientDataHash == nil, receipt.name)
                XCTAssertEqual(proof.content.notBefore != nil, receipt.clientDataHash == nil, receipt.name)
                let life = try XCTUnwrap(proof.content.expirationTime).timeIntervalSince(proof.content.creationTime)
                XCTAssertEqual(life, 90 * 86_400, accuracy: 1, receipt.name)
                XCTAssertNoThrow(try receipt.validate(from: .stored), receipt.name)
            } catch {
                XCTFail("\(receipt.name): \(error)")
            }
        }
    }

    func testEachIsRefusedForAnotherKeyAppRootOrTime() throws {
        let appAttestRoot = try ReceiptAnchors(der: TrustAnchors.apple.certificates)
        let otherKey = try P256PublicKey(x963: AppleSample.of2024().publicKey)
        for receipt in try GenuineReceipt.all() {
            let subject = receipt.subject
            func of(
                appID: AppID? = nil, environment: AttestEnvironment? = nil, publicKey: P256PublicKey? = nil
            ) -> ReceiptSubject {
                ReceiptSubject(
                    appID: appID ?? subject.appID, environment: environment ?? subject.environment,
                    publicKey: publicKey ?? subject.publicKey)
            }
            assertRefused(.chainUntrusted, step: 2, receipt.name) { try receipt.validate(anchors: appAttestRoot) }
            assertRefused(.receiptAppIDMismatch, step: 4, receipt.name) {
                try receipt.validate(of: of(appID: AppID("A1B2C3D4E5.com.example.app")))
            }
            assertRefused(.receiptTooOld, step: 5, receipt.name) {
                try receipt.validate(from: receipt.origin(after: 301))
            }
            XCTAssertNoThrow(try receipt.validate(from: receipt.origin(after: 299)), receipt.name)
            assertRefused(.receiptFromFuture, step: 5, receipt.name) {
                try receipt.validate(from: receipt.origin(after: -61))
            }
            if subject.publicKey != otherKey {
                assertRefused(.receiptKeyMismatch, step: 6, receipt.name) {
                    try receipt.validate(of: of(publicKey: otherKey))
                }
            }
            assertRefused(.receiptEnvironmentMismatch, receipt.name) {
                try receipt.validate(
                    of: of(environment: subject.environment == .production ? .development : .production))
            }
            let time = try receipt.creationTime
            if receipt.clientDataHash == nil {
                assertRefused(.receiptClientDataHashMismatch, receipt.name) {
                    try receipt.validate(
                        from: .attestation(clientDataHash: ClientDataHash(sha256Of: "c".utf8), receivedAt: time))
                }
            } else {
                assertRefused(.receiptClientDataHashMismatch, receipt.name) {
                    try receipt.validate(
                        from: .attestation(clientDataHash: ClientDataHash(sha256Of: "c".utf8), receivedAt: time))
                }
                assertRefused(.receiptTypeMismatch, receipt.name) {
                    try receipt.validate(from: .exchange(receivedAt: time))
                }
            }
        }
    }

    /// One bit in every 199th byte of all, because each costs a verification.
    func testChangedBitsOfAll() throws {
        for receipt in try GenuineReceipt.all() {
            try assertChangesAreRefused(receipt, in: stride(from: 7, to: receipt.bytes.count, by: 199))
        }
    }

    func testChangedBitsOfApplesSample() throws {
        let receipt = try GenuineReceipt.ofApple()
        try assertChangesAreRefused(receipt, in: stride(from: 0, to: receipt.bytes.count, by: 3))
    }

    /// Refused with a changed bit, unless it lies in attributes of 2020, which Apple's signature does not cover.
    private func assertChangesAreRefused(_ receipt: GenuineReceipt, in indices: StrideTo<Int>) throws {
        let unsigned = try XCTUnwrap(Receipt(decoding: receipt.bytes).signerInfo).signedAttributes
        let origin = try receipt.origin()
        for index in indices {
            var changed = receipt.bytes
            changed[index] ^= 1 << (index % 8)
            do {
                _ = try receipt.validate(changed, from: origin)
                XCTAssert(
                    unsigned.map { ($0.startIndex - 4..<$0.endIndex).contains(index) } ?? false,
                    "\(receipt.name): byte \(index)")
            } catch let error as AttestError {
                XCTAssertNotEqual(error.code.category, .unavailable, "\(receipt.name): \(error)")
                XCTAssertNotEqual(error.code.category, .misuse, "\(receipt.name): \(error)")
            }
        }
    }
}
