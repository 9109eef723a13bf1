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

    // MARK: Reports that others may read

    func testRedactedObject() throws {
        let result = attest("inspect", "--redact", "-", input: try sample("att-apple-guide-2026"))
        XCTAssertEqual(result.status, 0)
        // Every line is here, so that a new one is looked at before it is published.
        XCTAssertEqual(
            result.output,
            [
                "kind                attestation", "bytes               5906", "format              apple-appattest",
                "appID               redacted", "otherMembers        none", "certificates[0]",
                "  bytes             1057", "  subject           redacted",
                "  issuer            Apple App Attestation CA 1", "  serialNumber      redacted",
                "  notBefore         2026-04-20", "  notAfter          2026-04-23", "  publicKey         P-256",
                "  extensions[0]     2.5.29.19", "  extensions[1]     2.5.29.15", "  extensions[2]     2.5.29.37",
                "  extensions[3]     1.2.840.113635.100.8.5", "  extensions[4]     1.2.840.113635.100.8.7",
                "  extensions[5]     1.2.840.113635.100.8.2", "  extensions[6]     1.2.840.113635.100.8.6",
                "certificates[1]", "  bytes             583", "  subject           redacted",
                "  issuer            Apple App Attestation Root CA", "  serialNumber      redacted",
                "  notBefore         2020-03-18", "  notAfter          2030-03-13", "  publicKey         P-384",
                "  extensions[0]     2.5.29.19", "  extensions[1]     2.5.29.35", "  extensions[2]     2.5.29.14",
                "  extensions[3]     2.5.29.15", "operatingSystem", "  version           27.0",
                "  build             24A325b", "  platform          iphoneos", "receiptBytes        3977",
                "authenticatorData", "  bytes             226", "  rpIDHash          redacted",
                "  flags             0x40 (AT)", "  counter           0", "credential",
                "  aaguid            61707061747465737400000000000000", "  environment       production",
                "  credentialID      redacted", "  publicKey         redacted", "extensions",
                "  names[0]          apple_bundle_version_01", "  names[1]          apple_validation_category_01",
                "  launchCategory    1 (operating system)", "  bundleVersion     redacted",
                "  proven            no: the flag ED is clear",
            ])
    }

    /// No redacted report of a genuine object holds what tells about a person, a device or an app, in any usual form.
    func testRedactedGenuineObjects() throws {
        for sample in try Genuine.all("attestation") + Genuine.all("assertion") {
            let object = Array(sample.object)
            let whole = attest("inspect", "--json", "-", input: object)
            let facts = try whole.json()
            let leaf = (facts["certificates"] as? [[String: Any]])?.first
            let data = facts["authenticatorData"] as? [String: Any]
            var secrets = [leaf?["serialNumber"], leaf?["subject"], data?["rpIDHash"], facts["appID"], sample.appId]
                .compactMap { $0 as? String }
            secrets += [leaf?["notBefore"], leaf?["notAfter"]].compactMap { $0 as? String }
            for bytes in [sample.clientDataHash, sample.publicKey, sample.keyId.flatMap { Data(base64Encoded: $0) }] {
                guard let bytes else { continue }
                secrets += [bytes.base64EncodedString(), bytes.map { String(format: "%02x", $0) }.joined()]
            }
            XCTAssertGreaterThanOrEqual(secrets.count, 4, sample.id)
            for flags in [["--redact"], ["--redact", "--json"]] {
                let redacted = attest(["inspect"] + flags + ["-"], input: object).text
                XCTAssertTrue(redacted.contains("redacted"))
                for secret in secrets where !secret.isEmpty {
                    XCTAssertFalse(redacted.contains(secret), "\(sample.id): \(secret)")
                }
            }
        }
    }

    func testRedactedGenuineReceipts() throws {
        for sample in try Genuine.all("receipt") + Genuine.all("attestation") where sample.id != "att-hellas-macos27" {
            let object = Array(sample.object)
            let facts = try attest("receipt", "inspect", "--json", "-", input: object).json()
            let signers = try XCTUnwrap(facts["signers"] as? [[String: Any]])
            let secrets =
                ["appID", "publicKey", "clientDataHash", "creationTime", "notBefore", "expirationTime"]
                .compactMap { facts[$0] as? String } + signers.compactMap { $0["serialNumber"] as? String }
            XCTAssertGreaterThanOrEqual(secrets.count, 5, sample.id)
            for flags in [["--redact"], ["--redact", "--json"]] {
                let redacted = attest(["receipt", "inspect"] + flags + ["-"], input: object)
                XCTAssertEqual(redacted.status, 0)
                for secret in secrets { XCTAssertFalse(redacted.text.contains(secret), "\(sample.id): \(secret)") }
            }
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
