import AttestCore
import AttestTesting
import Foundation
import XCTest

/// Virtual objects against genuine ones of the same profile, field by field, so that the maker cannot drift from Apple.
final class ShapeTests: XCTestCase {
    private static let authority = Result { try TestAuthority() }

    private let attestations: [DeviceProfile.System: String] = [
        .iOS14: "att-veehaitch-20201121",
        .iOS18: "att-amiller-ios18cdhash",
        .iOS26: "att-zcam-20260202",
        .iOS27: "att-ricardo-ios27",
        .macOS27: "att-hellas-macos27",
    ]
    private let assertions: [DeviceProfile.System: String] = [
        .iOS14: "asr-veehaitch-20201121",
        .iOS18: "asr-amiller-ios18cdhash",
        .iOS26: "asr-worldcoin-20260225b",
        .iOS27: "asr-ricardo-ios27",
        .macOS27: "asr-hellas-macos27",
    ]

    private func device(_ system: DeviceProfile.System, like genuine: Genuine) throws -> VirtualDevice {
        let profile = try DeviceProfile(system, appID: genuine.appID, environment: genuine.environment)
        return VirtualDevice(profile: profile, authority: try Self.authority.get())
    }

    private func compareAttestation(_ system: DeviceProfile.System, _ genuine: Genuine) throws {
        let device = try device(system, like: genuine)
        let object = try device.attest(
            device.generateKey(), clientDataHash: ClientDataHash(bytes: genuine.clientDataHash))
        assertEqual(Shape.attestation(object), Shape.attestation(genuine.object), genuine.id)
        XCTAssertEqual(
            try AttestationObject(decoding: object).attestedCredential.aaguid,
            try AttestationObject(decoding: genuine.object).attestedCredential.aaguid, genuine.id)
    }

    private func compareAssertion(_ system: DeviceProfile.System, _ genuine: Genuine) throws {
        let device = try device(system, like: genuine)
        let object = try device.assert(
            device.generateKey(), clientDataHash: ClientDataHash(bytes: genuine.clientDataHash))
        assertEqual(Shape.assertion(object), Shape.assertion(genuine.object), genuine.id)
    }

    private func assertEqual(_ virtual: [String], _ genuine: [String], _ id: String) {
        XCTAssertGreaterThanOrEqual(genuine.count, 8, id)
        for difference in virtual.difference(from: genuine) {
            switch difference {
            case .insert(let offset, let line, _): XCTFail("\(id): only the virtual object has line \(offset): \(line)")
            case .remove(let offset, let line, _): XCTFail("\(id): only the genuine object has line \(offset): \(line)")
            }
        }
    }

    func testApplesSample() throws {
        try compareAttestation(.iOS27ClearFlag, try Genuine(fixture: "att-apple-guide-2026"))
    }

    func testAttestations() throws {
        for (system, name) in attestations {
            guard let genuine = try Genuine(vector: name) else { throw XCTSkip("ATTEST_VECTORS is not set") }
            try compareAttestation(system, genuine)
        }
    }

    func testAssertions() throws {
        for (system, name) in assertions {
            guard let genuine = try Genuine(vector: name) else { throw XCTSkip("ATTEST_VECTORS is not set") }
            try compareAssertion(system, genuine)
        }
    }

    /// The comparison must see what it is for.
    func testTheComparisonSeesDifferences() throws {
        let shapes = try DeviceProfile.System.allCases.map { system in
            let profile = try DeviceProfile(system, appID: "A1B2C3D4E5.com.example.app", environment: .production)
            let device = VirtualDevice(profile: profile, authority: try Self.authority.get())
            return Shape.attestation(
                try device.attest(device.generateKey(), clientDataHash: ClientDataHash(sha256Of: "x".utf8)))
        }
        XCTAssertEqual(Set(shapes).count, DeviceProfile.System.allCases.count)
    }
}
