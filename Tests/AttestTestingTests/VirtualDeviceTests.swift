import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

final class VirtualDeviceTests: XCTestCase {
    private static let authority = Result { try TestAuthority() }

    func testEveryProfileInBothEnvironments() throws {
        for system in DeviceProfile.System.allCases {
            for environment in AttestEnvironment.allCases {
                let profile = try DeviceProfile(
                    system, appID: "A1B2C3D4E5.com.example.app", environment: environment, launchCategory: .testFlight,
                    bundleVersion: "42")
                let device = VirtualDevice(profile: profile, authority: try Self.authority.get())
                let keyID = try device.generateKey()
                let hash = try ClientDataHash(sha256Of: "challenge".utf8)
                let policy = try AppPolicy(
                    appID: "A1B2C3D4E5.com.example.app", environments: [environment], launch: .any)
                let proof = try AttestationValidator(apps: [policy], anchors: Self.authority.get().anchors).validate(
                    AttestationObject(decoding: device.attest(keyID, clientDataHash: hash)), keyID: keyID,
                    clientDataHash: hash, at: Date())
                XCTAssertEqual(proof.environment, environment)
                XCTAssertEqual(proof.publicKey, try device.publicKey(of: keyID))
                // What the beta sends is there, and with ED clear it proves nothing.
                let sends = [.iOS27, .macOS27].contains(system)
                XCTAssertEqual(proof.launchCategory, sends ? .testFlight : nil)
                XCTAssertEqual(proof.bundleVersion, sends && system != .macOS27 ? "42" : nil)
                XCTAssertEqual(proof.codeDirectoryHash == nil, system != .macOS27)

                let signed = try AssertionValidator(apps: [policy]).validate(
                    AssertionObject(decoding: device.assert(keyID, clientDataHash: hash)), clientDataHash: hash,
                    publicKey: proof.publicKey, after: 0)
                XCTAssertEqual(signed.counter, 1)
                XCTAssertEqual(signed.launchCategory, sends ? .testFlight : nil)
            }
        }
    }

    func testKeysOfAnotherDevice() throws {
        let subject = try Subject(.iOS27, authority: Self.authority.get())
        let stranger = try Subject(.iOS27, authority: Self.authority.get()).keyID
        let device = subject.device
        let calls: [() throws -> Void] = [
            { _ = try device.attest(stranger, clientDataHash: subject.hash) },
            { _ = try device.assert(stranger, clientDataHash: subject.hash) },
            { _ = try device.publicKey(of: stranger) },
        ]
        for call in calls {
            XCTAssertThrowsError(try call()) { XCTAssertEqual(($0 as? AttestError)?.code, .keyUnknown) }
        }
    }

    func testTheClockDatesTheCertificate() throws {
        let time = Date(timeIntervalSince1970: 1_600_000_000)
        let profile = try DeviceProfile(.iOS14, appID: Subject.appID, environment: .production)
        let device = VirtualDevice(profile: profile, authority: try Self.authority.get(), clock: { time })
        let keyID = try device.generateKey()
        let hash = try ClientDataHash(sha256Of: "x".utf8)
        let object = try AttestationObject(decoding: device.attest(keyID, clientDataHash: hash))
        let policy = try AppPolicy(appID: Subject.appID, environments: [.production], launch: .any)
        let validator = try AttestationValidator(apps: [policy], anchors: Self.authority.get().anchors)
        XCTAssertNoThrow(try validator.validate(object, keyID: keyID, clientDataHash: hash, at: time))
        for days in [-2.0, 3] {
            XCTAssertThrowsError(
                try validator.validate(
                    object, keyID: keyID, clientDataHash: hash, at: time.addingTimeInterval(days * 86_400)))
        }
    }

    /// Tasks that sign at once get counters of their own.
    func testCountersUnderConcurrency() throws {
        let subject = try Subject(.iOS27, authority: Self.authority.get())
        let counters = Locked<Set<UInt32>>([])
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            guard let object = try? subject.assertion(), let proof = try? subject.validate(assertion: object) else {
                return
            }
            counters.withLock { _ = $0.insert(proof.counter) }
        }
        XCTAssertEqual(counters.withLock { $0 }, Set(1...200))
    }
}
