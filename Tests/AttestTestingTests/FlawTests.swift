import AttestCore
import AttestTesting
import Foundation
import XCTest

/// Every flaw gives exactly its code, and every code that an object can cause has a flaw.
final class FlawTests: XCTestCase {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)
    private let appID = "A1B2C3D4E5.com.example.app"

    /// Codes that no object of a device can cause, and so no flaw: what the request or the server gives beside it.
    private let withoutFlaw: Set<AttestError.Code> = [
        .malformedKeyID, .malformedBase64, .malformedChallenge, .malformedRequest,
        .challengeInvalid, .challengePurposeMismatch, .challengeNotInClientData, .challengeExpired, .challengeSpent,
        .keyAlreadyRegistered, .keyUnknown, .accountMismatch, .counterJumpTooLarge, .storeFailure,
        .tooManyNewKeys, .riskMetricTooHigh,
        .invalidConfiguration, .malformedAppID, .malformedClientDataHash, .malformedPublicKey, .malformedTrustAnchor,
        .internalFailure,
    ]

    func testEveryCodeHasAFlaw() {
        let covered = Set(AttestationFlaw.allCases.map(\.code)).union(AssertionFlaw.allCases.map(\.code))
            .union(ReceiptFlaw.allCases.map(\.code))
        XCTAssertEqual(Set(AttestError.Code.allCases).subtracting(covered), withoutFlaw)
    }

    func testEachAttestationFlawGivesItsCode() throws {
        let authority = try TestAuthority()
        let hash = try ClientDataHash(sha256Of: "challenge".utf8)
        for system in DeviceProfile.System.allCases {
            let profile = try DeviceProfile(system, appID: appID, environment: .production)
            let device = VirtualDevice(profile: profile, authority: authority, clock: { [now] in now })
            let keyID = try device.generateKey()
            func validate(_ flaw: AttestationFlaw?) throws {
                let validator = try AttestationValidator(apps: [policy(for: flaw?.code)], anchors: authority.anchors)
                let object = try AttestationObject(decoding: device.attest(keyID, clientDataHash: hash, flaw: flaw))
                _ = try validator.validate(object, keyID: keyID, clientDataHash: hash, at: now)
            }

            XCTAssertNoThrow(try validate(nil), system.rawValue)
            // The receipt is judged by itself, and AttestVerify's tests have its absence.
            for flaw in AttestationFlaw.allCases where flaw != .missingReceipt {
                XCTAssertThrowsError(try validate(flaw), "\(system) \(flaw)") { error in
                    XCTAssertEqual((error as? AttestError)?.code, flaw.code, "\(system) \(flaw): \(error)")
                }
            }
        }
    }

    func testEachAssertionFlawGivesItsCode() throws {
        let authority = try TestAuthority()
        let hash = try ClientDataHash(sha256Of: "client data".utf8)
        for system in DeviceProfile.System.allCases {
            let profile = try DeviceProfile(system, appID: appID, environment: .production)
            let device = VirtualDevice(profile: profile, authority: authority, clock: { [now] in now })
            let keyID = try device.generateKey()
            func validate(_ flaw: AssertionFlaw?) throws {
                let validator = try AssertionValidator(apps: [policy(for: flaw?.code)])
                let object = try AssertionObject(decoding: device.assert(keyID, clientDataHash: hash, flaw: flaw))
                let publicKey = try device.publicKey(of: keyID)
                _ = try validator.validate(object, clientDataHash: hash, publicKey: publicKey, after: 0)
            }

            XCTAssertNoThrow(try validate(nil), system.rawValue)
            for flaw in AssertionFlaw.allCases {
                XCTAssertThrowsError(try validate(flaw), "\(system) \(flaw)") { error in
                    XCTAssertEqual((error as? AttestError)?.code, flaw.code, "\(system) \(flaw): \(error)")
                }
            }
        }
    }

    func testEachReceiptFlawGivesItsCode() throws {
        let authority = try TestAuthority()
        let hash = try ClientDataHash(sha256Of: "challenge".utf8)
        let validator = try ReceiptValidator(anchors: authority.receiptAnchors, maximumAge: .seconds(300))
        for system in DeviceProfile.System.allCases {
            let profile = try DeviceProfile(system, appID: appID, environment: .production)
            let device = VirtualDevice(profile: profile, authority: authority, clock: { [now] in now })
            let keyID = try device.generateKey()
            let subject = ReceiptSubject(
                appID: profile.appID, environment: .production, publicKey: try device.publicKey(of: keyID))
            func attested(_ flaw: ReceiptFlaw?) throws -> [UInt8] {
                let object = try device.attest(keyID, clientDataHash: hash, receiptFlaw: flaw)
                return try XCTUnwrap(AttestationReceipt.bytes(in: object))
            }
            func validate(_ receipt: [UInt8], from origin: ReceiptOrigin) throws {
                _ = try validator.validate(Receipt(decoding: receipt), of: subject, from: origin)
            }

            let good = try attested(nil)
            let attestation = ReceiptOrigin.attestation(clientDataHash: hash, receivedAt: now)
            let exchange = ReceiptOrigin.exchange(receivedAt: now)
            XCTAssertNoThrow(try validate(good, from: attestation), system.rawValue)
            XCTAssertNoThrow(
                try validate(authority.exchange(good, riskMetric: 1, at: now), from: exchange), system.rawValue)
            for flaw in ReceiptFlaw.allCases {
                XCTAssertThrowsError(try validate(attested(flaw), from: attestation), "\(system) \(flaw)") { error in
                    XCTAssertEqual((error as? AttestError)?.code, flaw.code, "\(system) \(flaw): \(error)")
                }
                // Apple's server damages the client data hash, so it is not judged in what that answers.
                guard flaw != .otherClientDataHash else { continue }
                let answer = try authority.exchange(good, riskMetric: 1, at: now, flaw: flaw)
                XCTAssertThrowsError(try validate(answer, from: exchange), "\(system) \(flaw)") { error in
                    XCTAssertEqual((error as? AttestError)?.code, flaw.code, "\(system) \(flaw): \(error)")
                }
            }
        }
    }

    /// A policy that the device fulfils, and that is strict about what the flaw leaves out or forges.
    private func policy(for code: AttestError.Code?) throws -> AppPolicy {
        let needsCategory = code == .launchCategoryMissing
        let needsVersion = code == .bundleVersionMissing
        return try AppPolicy(
            appID: appID,
            environments: [.production],
            launch: .allowing([.appStore, .developerID], whenAbsent: needsCategory ? .refuse : .allow),
            bundleVersion: .atLeast(BundleVersion("1"), whenAbsent: needsVersion ? .refuse : .allow))
    }
}
