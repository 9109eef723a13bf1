import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

/// What a validator of receipts remembers of chains, and what it judges all the same.
///
/// That all refusals are the same, FlawTests shows, whose validator has seen good receipts before.
final class KnownChainsTests: XCTestCase {
    private static let authority = Result { try TestAuthority().receipts }

    private func receipt(
        at time: String = "2026-09-21T14:13:20Z", key: SigningKey,
        _ edit: (inout ReceiptDraft) throws -> Void = { _ in }
    ) throws -> Receipt {
        var draft = ReceiptDraft(
            [
                .init(2, Virtual.appID), .init(3, key.spki), .init(4, [7]), .init(6, "ATTEST"), .init(7, "production"),
                .init(12, time),
            ], authority: try Self.authority.get(), signing: .content)
        try edit(&draft)
        return try Receipt(decoding: draft.assembled())
    }

    private func subject(_ key: SigningKey) throws -> ReceiptSubject {
        ReceiptSubject(
            appID: try AppID(Virtual.appID), environment: .production, publicKey: try P256PublicKey(x963: key.point))
    }

    func testAChainIsRememberedByItsBytes() throws {
        let key = try SigningKey(.p256)
        let chains = KnownChains(anchors: try Self.authority.get().anchors.parsed())
        for _ in 0..<3 { _ = try chains.anchors(of: receipt(key: key).chain) }
        XCTAssertEqual(chains.count, 1)
        // Another certificate of the same signer, and a refused one.
        let authority = try Self.authority.get()
        let again = try ReceiptAuthority.signerTemplate(authority.signerKey)
            .signed(by: authority.intermediateKey, digest: .sha256)
        _ = try chains.anchors(of: receipt(key: key) { $0.certificates[0] = again }.chain)
        XCTAssertEqual(chains.count, 2)
        assertRefused(.certificateSignatureInvalid) {
            try chains.anchors(
                of: receipt(key: key) {
                    $0.certificates[0] = try ReceiptAuthority.signerTemplate(authority.signerKey)
                        .signed(by: SigningKey(.p256), digest: .sha256)
                }.chain)
        }
        XCTAssertEqual(chains.count, 2)
    }

    /// The chain is known, and yet both ends of its validity hold.
    func testTimesAreJudgedEachTime() throws {
        let key = try SigningKey(.p256)
        let validator = try ReceiptValidator(anchors: Self.authority.get().anchors, maximumAge: .seconds(300))
        func validate(at time: String) throws {
            _ = try validator.validate(receipt(at: time, key: key), of: subject(key), from: .stored)
        }
        XCTAssertNoThrow(try validate(at: "2026-09-21T14:13:20Z"))
        assertRefused(.certificateExpired, step: 2) { try validate(at: "2050-01-01T00:00:00Z") }
        assertRefused(.certificateNotYetValid, step: 2) { try validate(at: "2020-01-01T00:00:00Z") }
        XCTAssertNoThrow(try validate(at: "2026-09-21T14:13:20Z"))
    }

    /// A signature is judged each time, and so are markers.
    func testTheRestIsJudgedEachTime() throws {
        let key = try SigningKey(.p256)
        let validator = try ReceiptValidator(anchors: Self.authority.get().anchors, maximumAge: .seconds(300))
        XCTAssertNoThrow(try validator.validate(receipt(key: key), of: subject(key), from: .stored))
        assertRefused(.receiptSignatureInvalid, step: 1) {
            try validator.validate(
                receipt(key: key) { $0.editContent = { $0[$0.count - 2] ^= 1 } }, of: subject(key), from: .stored)
        }
        assertRefused(.chainContainsExtraCertificate, step: 2) {
            try validator.validate(
                receipt(key: key) { $0.certificates.append(try ReceiptAuthority.otherRoot()) }, of: subject(key),
                from: .stored)
        }
        let other = try ReceiptValidator(anchors: .apple, maximumAge: .seconds(300))
        assertRefused(.chainUntrusted, step: 2) {
            try other.validate(receipt(key: key), of: subject(key), from: .stored)
        }
    }

    func testFewChainsAreRemembered() throws {
        let key = try SigningKey(.p256)
        let authority = try Self.authority.get()
        let chains = KnownChains(anchors: try authority.anchors.parsed())
        for number in 0..<AttestLimits.knownIssuers + 2 {
            var template = ReceiptAuthority.signerTemplate(authority.signerKey)
            template.notAfter -= Double(number)
            let again = try template.signed(by: authority.intermediateKey, digest: .sha256)
            _ = try chains.anchors(of: receipt(key: key) { $0.certificates[0] = again }.chain)
        }
        XCTAssertEqual(chains.count, AttestLimits.knownIssuers)
    }
}

extension ReceiptAuthority {
    fileprivate static func otherRoot() throws -> [UInt8] {
        let key = try SigningKey(.p384)
        return try rootTemplate(key).signed(by: key, digest: .sha384)
    }
}
