import AttestCore
import AttestTesting
import Foundation
import XCTest

final class InspectCommandTests: XCTestCase {
    private func sample(_ name: String) throws -> [UInt8] {
        struct Vector: Decodable { let object: Data }
        let file = URL(filePath: projectFolder + "/Fixtures/apple/\(name).json")
        return Array(try JSONDecoder().decode(Vector.self, from: Data(contentsOf: file)).object)
    }

    func testAttestation() throws {
        let result = attest("inspect", "-", input: try sample("att-apple-guide-2026"))
        XCTAssertEqual(result.status, 0)
        for line in [
            "kind                attestation", "bytes               5906", "otherMembers        none",
            "  subject           Apple App Attestation CA 1", "  notAfter          2026-04-23T18:13:12Z",
            "  flags             0x40 (AT)", "  environment       production",
            "  launchCategory    1 (operating system)",
            "receiptBytes        3977", "  build             24A325b",
        ] { XCTAssertTrue(result.output.contains(line), "\(line) in\n\(result.text)") }
    }

    func testAttestationAsJSON() throws {
        let json = try attest("inspect", "--json", "-", input: try sample("att-apple-guide-2024")).json()
        XCTAssertEqual(json["kind"] as? String, "attestation")
        XCTAssertNil(json["extensions"])
        let certificates = try XCTUnwrap(json["certificates"] as? [[String: Any]])
        XCTAssertEqual(certificates.map { $0["publicKey"] as? String }, ["P-256", "P-384"])
        XCTAssertEqual((json["authenticatorData"] as? [String: Any])?["bytes"] as? Int, 164)
    }

    func testAssertion() throws {
        let profile = try DeviceProfile(.iOS18, appID: "A1B2C3D4E5.com.example.app", environment: .production)
        let device = VirtualDevice(profile: profile, authority: try TestAuthority())
        let object = try device.assert(device.generateKey(), clientDataHash: ClientDataHash(sha256Of: "x".utf8))
        let result = attest("inspect", "-", input: object)
        XCTAssertEqual(result.status, 0)
        XCTAssertTrue(result.output.contains("kind                assertion"))
        XCTAssertTrue(result.output.contains("otherMembers[0]     cdHash"))
        XCTAssertTrue(result.output.contains("  counter           1"))
    }

    /// Nothing is judged: what a validator refuses is shown all the same.
    func testFlawedObjectsAreShown() throws {
        let profile = try DeviceProfile(.macOS27, appID: "A1B2C3D4E5.com.example.app", environment: .production)
        let device = VirtualDevice(profile: profile, authority: try TestAuthority())
        let key = try device.generateKey()
        let hash = try ClientDataHash(sha256Of: "x".utf8)
        for flaw in AttestationFlaw.allCases where flaw.code.category != .malformed || flaw == .extraNonceElement {
            let object = try device.attest(key, clientDataHash: hash, flaw: flaw)
            XCTAssertEqual(attest("inspect", "-", input: object).status, 0, flaw.rawValue)
        }
    }

    func testUnreadable() throws {
        assertMisuse(attest("inspect", "-", input: [0xa0]), mentions: "malformedAttestationObject")
        assertMisuse(attest("inspect", "-", input: [0xbf, 0xff]), mentions: "malformedCBOR")
        assertMisuse(attest("inspect", "-", input: []), mentions: "- is empty")
        assertMisuse(attest("inspect"), mentions: "0 files given")
    }

    /// An object cannot write control characters to the terminal.
    func testControlCharacters() throws {
        var profile = try DeviceProfile(.iOS27, appID: "A1B2C3D4E5.com.example.app", environment: .production)
        profile.bundleVersion = "1\u{1b}[2J\n\u{202e}x"
        let device = VirtualDevice(profile: profile, authority: try TestAuthority())
        let object = try device.assert(device.generateKey(), clientDataHash: ClientDataHash(sha256Of: "x".utf8))
        let result = attest("inspect", "-", input: object)
        XCTAssertTrue(result.output.contains("  bundleVersion     1\u{fffd}[2J\u{fffd}\u{fffd}x"), result.text)
    }
}
