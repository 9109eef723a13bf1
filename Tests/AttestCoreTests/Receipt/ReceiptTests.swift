import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

/// Forms of a receipt that no flaw has, and what a receipt says; the flaws have one test for each code in FlawTests.
final class ReceiptTests: XCTestCase {
    private static let authority = Result { try TestAuthority() }
    private let now = Virtual.now

    private func key() throws -> SigningKey { try SigningKey(.p256) }

    private func draft(
        key: SigningKey, signing: ReceiptDraft.Signing = .content,
        _ edit: (inout ReceiptDraft) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        var draft = ReceiptDraft(
            [
                .init(2, Virtual.appID), .init(3, key.spki), .init(4, Array(repeating: 7, count: 32)),
                .init(6, "ATTEST"), .init(7, "production"), .init(12, "2026-09-21T14:13:20Z"),
            ], authority: try Self.authority.get().receipts, signing: signing)
        try edit(&draft)
        return try draft.assembled()
    }

    @discardableResult
    private func validate(
        _ bytes: [UInt8], key: SigningKey, at time: Date = Virtual.now, maximumAge: Duration = .seconds(300)
    ) throws -> ReceiptContent {
        try ReceiptValidator(anchors: Self.authority.get().receiptAnchors, maximumAge: maximumAge).validate(
            Receipt(decoding: bytes),
            of: ReceiptSubject(
                appID: AppID(Virtual.appID), environment: .production, publicKey: P256PublicKey(x963: key.point)),
            from: .attestation(
                clientDataHash: ClientDataHash(bytes: Array(repeating: 7, count: 32)), receivedAt: time)
        ).content
    }

    // MARK: Forms

    func testChunksOfAnySize() throws {
        let key = try key()
        for size in [1, 7, 999, 1000, 1001, 5000] {
            XCTAssertNoThrow(try validate(draft(key: key) { $0.chunkSize = size }, key: key), "\(size)")
        }
    }

    /// Apple's way until October 2020, and the standard's.
    func testSignedAttributes() throws {
        let key = try key()
        for signing in [ReceiptDraft.Signing.content, .contentBesideAttributes, .attributes] {
            XCTAssertNoThrow(try validate(draft(key: key, signing: signing), key: key), "\(signing)")
            let altered = try draft(key: key, signing: signing) { $0.editContent = { $0[$0.count - 2] ^= 1 } }
            assertRefused(.receiptSignatureInvalid, step: 1, "\(signing)") { try validate(altered, key: key) }
        }
    }

    /// Attributes must name the digest of this content, and once.
    func testOtherAttributes() throws {
        let key = try key()
        let good = try draft(key: key, signing: .attributes)
        for id in [ObjectIdentifier.messageDigest.content, ObjectIdentifier.contentType.content] {
            var changed = good
            let start = try XCTUnwrap(changed.indices.first { changed[$0...].starts(with: id) })
            changed[start + id.count - 1] = 0x7f
            assertRefused(.receiptSignatureInvalid) { try validate(changed, key: key) }
        }
    }

    /// A signature over attributes also verifies over a content that consists of them, which is why that is no content.
    func testAttributesAsContent() {
        let attributes = DER.set(
            DER.sequence(DER.objectIdentifier("1.2.840.113549.1.9.3"), DER.set(DER.objectIdentifier("1.2.3"))))
        assertRefused(.malformedReceipt) { try ReceiptContent(decoding: attributes) }
    }

    func testTrailingAndMissingBytes() throws {
        let key = try key()
        let good = try draft(key: key)
        assertRefused(.malformedReceipt) { try Receipt(decoding: good + [0]) }
        assertRefused(.malformedReceipt) { try Receipt(decoding: []) }
        for count in stride(from: 1, to: good.count, by: 13) {
            assertRefused(.malformedReceipt, "\(count)") {
                do { return try Receipt(decoding: Array(good.prefix(count))) } catch let error as AttestError {
                    // A certificate that is cut off is its own fault.
                    throw error.code == .malformedCertificate ? AttestError(.malformedReceipt, error.context) : error
                }
            }
        }
    }

    func testSizes() throws {
        let key = try key()
        let start = ContinuousClock.now
        assertRefused(.limitExceeded) { try Receipt(decoding: [UInt8](repeating: 0x30, count: 10_000_000)) }
        assertRefused(.limitExceeded) {
            try Receipt(decoding: (0..<10_000).flatMap { _ in [0x30, 0x80] as [UInt8] } + [0, 0])
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
        let many = try draft(key: key) { for type in 30..<100 { $0.fields.append(.init(UInt8(type), "")) } }
        assertRefused(.limitExceeded) { try validate(many, key: key) }
        let certificates = try draft(key: key) { $0.certificates += Array(repeating: $0.certificates[2], count: 3) }
        assertRefused(.limitExceeded) { try validate(certificates, key: key) }
    }

    // MARK: Certificates

    func testCertificatesInAnyOrderAndWithoutRoot() throws {
        let key = try key()
        XCTAssertNoThrow(try validate(draft(key: key) { $0.certificates.reverse() }, key: key))
        XCTAssertNoThrow(try validate(draft(key: key) { $0.certificates.removeLast() }, key: key))
        assertRefused(.chainUntrusted) { try validate(draft(key: key) { $0.certificates.remove(at: 1) }, key: key) }
        assertRefused(.malformedReceipt) { try validate(draft(key: key) { $0.certificates.remove(at: 0) }, key: key) }
    }

    /// The root certifies more than issuers of receipt signers, so the issuer must be there and be marked.
    func testSignerUnderTheRootItself() throws {
        let key = try key()
        let authority = try Self.authority.get().receipts
        let receipt = try draft(key: key) { draft in
            var signer = ReceiptAuthority.signerTemplate(draft.signerKey)
            signer.issuer = ReceiptAuthority.rootTemplate(authority.rootKey).subject
            draft.certificates = [try signer.signed(by: authority.rootKey, digest: .sha384)]
        }
        // The receipt names its signer by the intermediate's name, so it is not even found.
        assertRefused(.malformedReceipt) { try validate(receipt, key: key) }
    }

    func testMarkersMustBeNULL() throws {
        let key = try key()
        let authority = try Self.authority.get().receipts
        let receipt = try draft(key: key) { draft in
            var signer = ReceiptAuthority.signerTemplate(draft.signerKey)
            signer[id: "1.2.840.113635.100.12.15"]?.value = [0x05, 0x01, 0x00]
            draft.certificates[0] = try signer.signed(by: authority.intermediateKey, digest: .sha256)
        }
        assertRefused(.receiptSignerMarkerMissing, step: 2) { try validate(receipt, key: key) }
    }

    func testRootOfAttestations() throws {
        let key = try key()
        let anchors = try ReceiptAnchors(der: [Self.authority.get().root])
        let receipt = try Receipt(decoding: draft(key: key))
        let subject = ReceiptSubject(
            appID: try AppID(Virtual.appID), environment: .production, publicKey: try P256PublicKey(x963: key.point))
        assertRefused(.chainUntrusted, step: 2) {
            try ReceiptValidator(anchors: anchors, maximumAge: .seconds(300))
                .validate(receipt, of: subject, from: .stored)
        }
    }

    // MARK: Content

    func testWhatItSays() throws {
        let key = try key()
        let receipt = try draft(key: key) {
            $0.fields += [.init(17, "4294967295"), .init(200, "later"), .init(19, "2026-09-22T14:13:20.5Z")]
        }
        let content = try validate(receipt, key: key)
        XCTAssertEqual(content.appID, Virtual.appID)
        XCTAssertEqual(content.publicKey.x963, key.point)
        XCTAssertEqual(content.type, .attest)
        XCTAssertEqual(content.environment, .production)
        XCTAssertEqual(content.creationTime, now)
        XCTAssertEqual(content.riskMetric, .max)
        XCTAssertEqual(content.notBefore, now.addingTimeInterval(86_400.5))
        XCTAssertNil(content.expirationTime)
        XCTAssertEqual(content.fields.map(\.type), [2, 3, 4, 6, 7, 12, 17, 200, 19])
        XCTAssertEqual(content.fields[7].value, Array("later".utf8))
        XCTAssertEqual(content.fields[7].version, 1)
    }

    func testEachFieldThatMustBeThere() throws {
        let key = try key()
        for type: UInt8 in [2, 3, 6, 12] {
            let receipt = try draft(key: key) { $0[type] = nil }
            assertRefused(.receiptFieldMissing, step: 3, "\(type)") { try validate(receipt, key: key) }
        }
    }

    /// Apple damages field 4 in its answers, so it is asked for only where it is compared.
    func testClientDataHashIsRequiredOfAttestationsOnly() throws {
        let key = try key()
        let receipt = try draft(key: key) { $0[4] = nil }
        assertRefused(.receiptFieldMissing) { try validate(receipt, key: key) }
        let stored = try ReceiptValidator(anchors: Self.authority.get().receiptAnchors, maximumAge: .seconds(300))
            .validate(
                Receipt(decoding: receipt),
                of: ReceiptSubject(
                    appID: AppID(Virtual.appID), environment: .production, publicKey: P256PublicKey(x963: key.point)),
                from: .stored)
        XCTAssertNil(stored.content.clientDataHash)
    }

    /// Apple does not document field 7: absent it is not judged, and a wrong one is refused.
    func testEnvironmentMayBeAbsent() throws {
        let key = try key()
        XCTAssertNil(try validate(draft(key: key) { $0[7] = nil }, key: key).environment)
        for other in ["sandbox", "Production", ""] {
            assertRefused(.receiptEnvironmentMismatch, other) {
                try validate(draft(key: key) { $0[7] = Array(other.utf8) }, key: key)
            }
        }
    }

    func testLongTextsAreRefused() throws {
        let key = try key()
        let long = [UInt8](repeating: 0x61, count: AttestLimits.receiptTextBytes + 1)
        for type: UInt8 in [2, 6, 7] {
            assertRefused(.limitExceeded, step: 3, "\(type)") {
                try validate(draft(key: key) { $0[type] = long }, key: key)
            }
        }
    }

    /// Decimals have no exact binary form, and exactly the maximum age passes all the same.
    func testExactlyTheMaximumAge() throws {
        let key = try key()
        for maximum in [2365, 2369, 299.009, 86_400] {
            XCTAssertNoThrow(
                try validate(
                    draft(key: key), key: key, at: now.addingTimeInterval(maximum),
                    maximumAge: .milliseconds(Int((maximum * 1000).rounded()))), "\(maximum)")
        }
        for decimals in 0..<200 {
            let seconds = Double(decimals) / 1000
            let text = "2026-09-21T14:13:20.\(String(1000 + decimals).dropFirst())Z"
            let receipt = try draft(key: key) { $0[12] = Array(text.utf8) }
            let made = now.addingTimeInterval(seconds)
            XCTAssertNoThrow(try validate(receipt, key: key, at: made.addingTimeInterval(300)), text)
            XCTAssertNoThrow(try validate(receipt, key: key, at: made.addingTimeInterval(-60)), text)
            assertRefused(.receiptTooOld, step: 5, text) {
                try validate(receipt, key: key, at: made.addingTimeInterval(300.001))
            }
        }
    }

    func testUnreadableFields() throws {
        let key = try key()
        for (type, value): (UInt8, [UInt8]) in [
            (2, [0xff]), (3, [1, 2, 3]), (6, [0xc0]), (7, [0xff]), (12, Array("yesterday".utf8)),
        ] {
            let receipt = try draft(key: key) { $0[type] = value }
            assertRefused(.malformedReceipt, step: 3, "\(type)") { try validate(receipt, key: key) }
        }
        for number in ["", "-1", "+1", "1.5", "4294967296", "１", " 1"] {
            let receipt = try draft(key: key) { $0.fields.append(.init(17, number)) }
            assertRefused(.malformedReceipt, step: 3, number) { try validate(receipt, key: key) }
        }
    }

    // MARK: Times

    func testBothEndsOfFreshness() throws {
        let key = try key()
        let receipt = try draft(key: key)
        for seconds in [-60.0, 0, 300] {
            XCTAssertNoThrow(try validate(receipt, key: key, at: now.addingTimeInterval(seconds)), "\(seconds)")
        }
        assertRefused(.receiptTooOld, step: 5) { try validate(receipt, key: key, at: now.addingTimeInterval(300.001)) }
        assertRefused(.receiptFromFuture, step: 5) {
            try validate(receipt, key: key, at: now.addingTimeInterval(-60.001))
        }
        XCTAssertNoThrow(
            try validate(receipt, key: key, at: now.addingTimeInterval(3600), maximumAge: .seconds(3600)))
    }

    func testTimesThatAreNoNumbers() throws {
        let key = try key()
        let receipt = try draft(key: key)
        for (interval, code) in [
            (Double.nan, AttestError.Code.receiptTooOld), (.infinity, .receiptTooOld), (-.infinity, .receiptFromFuture),
        ] {
            assertRefused(code) { try validate(receipt, key: key, at: Date(timeIntervalSince1970: interval)) }
        }
    }

    func testConfiguration() {
        for age: Duration in [.zero, .seconds(-1)] {
            assertRefused(.invalidConfiguration) { try ReceiptValidator(anchors: .apple, maximumAge: age) }
        }
        assertRefused(.malformedTrustAnchor) { try ReceiptAnchors(der: []) }
    }

    // MARK: Reports

    /// All steps are carried out, also after a failure, and the first failure is the result.
    func testExamination() throws {
        let key = try key()
        let other = try SigningKey(.p256)
        let subject = ReceiptSubject(
            appID: try AppID("Z9Y8X7W6V5.com.example.other"), environment: .production,
            publicKey: try P256PublicKey(x963: other.point))
        let report = try ReceiptValidator(anchors: Self.authority.get().receiptAnchors, maximumAge: .seconds(300))
            .examine(Receipt(decoding: draft(key: key)), of: subject, from: .stored)
        XCTAssertEqual(report.steps.map(\.name), ReceiptStep.allCases.map(\.rawValue))
        let outcomes = report.steps.map { step in
            switch step.outcome {
            case .passed: "passed"
            case .failed(let error): error.code.rawValue
            case .notJudged: "n/a"
            }
        }
        XCTAssertEqual(
            outcomes,
            [
                "passed", "passed", "passed", "passed", "passed", "passed", "receiptAppIDMismatch", "n/a",
                "receiptKeyMismatch", "n/a", "passed", "passed",
            ])
        XCTAssertThrowsError(try report.result.get()) { error in
            XCTAssertEqual((error as? AttestError)?.code, .receiptAppIDMismatch)
        }
    }
}
