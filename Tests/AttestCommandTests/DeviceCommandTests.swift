import AttestTesting
import Foundation
import XCTest

final class DeviceCommandTests: XCTestCase {
    private func check(_ result: CommandResult) throws -> [String] {
        XCTAssertEqual(result.status, 0, "\(result.errors)")
        let folder = try TemporaryFolder()
        return attest("check", try folder.write(result.text.utf8, to: "v.json")).output
    }

    func testAttestation() throws {
        let result = attest("device", "attest")
        XCTAssertEqual(try check(result), ["PASS att-virtual-iOS27-production", "1 passed, 0 failed"])
        let json = try result.json()
        for field in ["keyId", "publicKey", "object", "challenge", "clientDataHash", "validAt", "anchors"] {
            XCTAssertNotNil(json[field], field)
        }
    }

    func testOptions() throws {
        let attestation = attest(
            "device", "attest", "--system", "macOS27", "--app-id", "ZZZZZZZZZZ.org.example", "--environment",
            "development",
            "--challenge", "x")
        XCTAssertEqual(try check(attestation).first, "PASS att-virtual-macOS27-development")
        XCTAssertEqual(try attestation.json()["appId"] as? String, "ZZZZZZZZZZ.org.example")
        XCTAssertEqual(try attestation.json()["challenge"] as? String, "x")
        let assertion = attest("device", "assert", "--system", "iOS14", "--client-data", "y")
        XCTAssertEqual(try check(assertion).first, "PASS asr-virtual-iOS14-production")
        XCTAssertEqual(try assertion.json()["clientData"] as? String, "y")
    }

    func testFlaws() throws {
        let attestation = attest("device", "attest", "--flaw", "wrongNonce")
        XCTAssertEqual(try check(attestation).first, "PASS att-virtual-iOS27-production-wrongNonce")
        XCTAssertEqual(try attestation.json()["expect"] as? String, "nonceMismatch")
        let assertion = attest("device", "assert", "--flaw", "hashedOnce")
        XCTAssertEqual(try check(assertion).first, "PASS asr-virtual-iOS27-production-hashedOnce")
        // The form of vectors has no policy of bundle versions.
        XCTAssertEqual(
            try attest("device", "attest", "--flaw", "zeroBundleVersion").json()["expect"] as? String, "valid")
    }

    func testAuthorityIsMadeOnceAndLoaded() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/authority.pem"
        let first = try attest("device", "attest", "--authority", file).json()
        let second = try attest("device", "attest", "--authority", file).json()
        XCTAssertEqual(first["anchors"] as? [String], second["anchors"] as? [String])
        XCTAssertNotEqual(first["keyId"] as? String, second["keyId"] as? String)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)

        let other = try folder.write("no PEM".utf8, to: "other")
        assertMisuse(attest("device", "attest", "--authority", other), mentions: "--authority")
        assertMisuse(attest("device", "attest", "--authority", folder.path + "/no/such"), mentions: "--authority")
    }

    func testVectors() throws {
        let folder = try TemporaryFolder()
        let stale = try folder.write("{".utf8, to: "att-virtual-iOS13-production.json")
        let mine = try folder.write("[]".utf8, to: "mine.txt")
        let result = attest("device", "vectors", folder.path)
        XCTAssertEqual(result.status, 0, "\(result.errors)")
        XCTAssertFalse(FileManager.default.fileExists(atPath: stale))
        XCTAssertTrue(FileManager.default.fileExists(atPath: mine))
        let checked = attest("check", folder.path)
        XCTAssertEqual(checked.status, 0, checked.text)
        let flaws = AttestationFlaw.allCases.count + AssertionFlaw.allCases.count
        // 6 profiles in 2 environments and 2 kinds; 5 flaws need a policy that vectors do not have.
        let receipts = 12 + ReceiptFlaw.allCases.count
        XCTAssertEqual(checked.output.last, "\(24 + flaws - 5 + receipts) passed, 0 failed")
    }

    /// The committed vectors are of the same names as those made today, and come out as they say.
    func testCommittedVectors() throws {
        let committed = projectFolder + "/Fixtures/generated"
        let checked = attest("check", committed)
        XCTAssertEqual(checked.status, 0, checked.text)
        let folder = try TemporaryFolder()
        _ = attest("device", "vectors", folder.path)
        XCTAssertEqual(
            try FileManager.default.contentsOfDirectory(atPath: committed).sorted(),
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted())
    }

    func testUnusableArguments() throws {
        assertMisuse(attest("device"), mentions: "attest --help")
        assertMisuse(attest("device", "attest", "--system", "iOS13"), mentions: "--system", "iOS14, iOS18")
        assertMisuse(attest("device", "attest", "--environment", "any"), mentions: "production, development")
        assertMisuse(attest("device", "attest", "--flaw", "hashedOnce"), mentions: "--flaw hashedOnce is unknown")
        assertMisuse(attest("device", "attest", "--app-id", "com.example"), mentions: "--app-id", "prefix")
        assertMisuse(attest("device", "assert", "file"), mentions: "file is unexpected")
        assertMisuse(attest("device", "vectors"), mentions: "0 files given")
        assertMisuse(attest("device", "vectors", "/dev/null/x"), mentions: "/dev/null/x")
    }
}
