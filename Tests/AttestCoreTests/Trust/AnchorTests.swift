import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

/// Several anchors: each is tried by itself, and the first that verifies and is valid counts.
final class AnchorTests: XCTestCase {
    private let authority = Result { try TestAuthority() }

    private func validate(_ anchors: TrustAnchors, at time: Date = Virtual.now) throws {
        let authority = try authority.get()
        let profile = try DeviceProfile(.iOS27, appID: Virtual.appID, environment: .production)
        let device = VirtualDevice(profile: profile, authority: authority, clock: { time })
        let keyID = try device.generateKey()
        let hash = try Virtual.hash.get()
        let policy = try AppPolicy(appID: Virtual.appID, environments: [.production], launch: .any)
        let validator = try AttestationValidator(apps: [policy], anchors: anchors)
        // Twice: for the second time the issuers are known.
        for _ in 0..<2 {
            let object = try AttestationObject(decoding: device.attest(keyID, clientDataHash: hash))
            _ = try validator.validate(object, keyID: keyID, clientDataHash: hash, at: time)
        }
    }

    /// The authority's root again, with something about it changed.
    private func root(_ edit: (inout CertificateTemplate) -> Void) throws -> [UInt8] {
        let authority = try authority.get()
        var template = try TestAuthority.rootTemplate(authority.rootKey)
        edit(&template)
        return try template.signed(by: authority.rootKey, digest: .sha384)
    }

    func testRootsOfOneName() throws {
        let (own, other) = (try authority.get().root, try TestAuthority().root)
        for anchors in [[own, other], [other, own], [other, own, other]] {
            XCTAssertNoThrow(try validate(TrustAnchors(der: anchors)))
        }
        assertRefused(.chainUntrusted, step: 1) { try validate(TrustAnchors(der: [other, other])) }
    }

    func testARenewedRoot() throws {
        let expired = try root { $0.notAfter = Virtual.now.addingTimeInterval(-1) }
        let future = try root { $0.notBefore = Virtual.now.addingTimeInterval(1) }
        let renewed = try root { $0.serialNumber = [7] }
        for anchors in [[expired, renewed], [renewed, expired], [future, expired, renewed]] {
            XCTAssertNoThrow(try validate(TrustAnchors(der: anchors)))
        }
        assertRefused(.certificateExpired, step: 1) { try validate(TrustAnchors(der: [expired])) }
        assertRefused(.certificateExpired, step: 1) { try validate(TrustAnchors(der: [expired, future])) }
        assertRefused(.certificateNotYetValid, step: 1) { try validate(TrustAnchors(der: [future, expired])) }
    }

    func testTheFailureThatGotFurthestIsReported() throws {
        let (own, other) = (try authority.get().anchors, try TestAuthority().anchors)
        let forged = try Virtual().attestation(.forgedCertificate)
        let virtual = try Virtual.authority.get().anchors
        for anchors in [virtual.union(own).union(other), other.union(own).union(virtual)] {
            let policy = try AppPolicy(appID: Virtual.appID, environments: [.production], launch: .any)
            let validator = try AttestationValidator(apps: [policy], anchors: anchors)
            let object = try AttestationObject(decoding: forged)
            assertRefused(.certificateSignatureInvalid, step: 1) {
                try validator.validate(
                    object, keyID: KeyID(bytes: [UInt8](repeating: 1, count: 32)),
                    clientDataHash: Virtual.hash.get(), at: Virtual.now)
            }
        }
    }

    func testUnion() throws {
        let own = try authority.get().anchors
        XCTAssertEqual(try TrustAnchors.apple.union(own).parsed().count, 2)
        XCTAssertEqual(try own.union(own).union(own).parsed().count, 1)
        XCTAssertNoThrow(try validate(TrustAnchors.apple.union(own)))
        XCTAssertNoThrow(try validate(own.union(.apple)))
        assertRefused(.chainUntrusted, step: 1) { try validate(.apple) }
        XCTAssertEqual(try ReceiptAnchors.apple.union(authority.get().receiptAnchors).parsed().count, 2)
    }
}
