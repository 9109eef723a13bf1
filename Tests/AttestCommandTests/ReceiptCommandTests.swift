import AttestCore
import AttestTesting
import Foundation
import XCTest

final class ReceiptCommandTests: XCTestCase {
    private let time = Date(timeIntervalSince1970: 1_790_000_000)
    private let at = ["--at", "2026-09-21T14:13:20Z"]

    /// A folder with a device's attestation, its receipt, Apple's answer to that, and the root; and the options for the key.
    private func scene() throws -> (folder: TemporaryFolder, options: [String]) {
        let authority = try TestAuthority()
        let profile = try DeviceProfile(.iOS27, appID: "A1B2C3D4E5.com.example.app", environment: .production)
        let device = VirtualDevice(profile: profile, authority: authority, clock: { [time] in time })
        let keyID = try device.generateKey()
        let attestation = try device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: "challenge".utf8))
        let receipt = try XCTUnwrap(AttestationObject(decoding: attestation).receipt)
        let folder = try TemporaryFolder()
        _ = try folder.write(attestation, to: "attestation.cbor")
        _ = try folder.write(receipt, to: "receipt.ber")
        _ = try folder.write(authority.exchange(receipt, riskMetric: 4, at: time), to: "answer.ber")
        let root = try folder.write(authority.receipts.root, to: "root.der")
        let key = try Base64.encode(device.publicKey(of: keyID).x963)
        return (folder, ["--app-id", "A1B2C3D4E5.com.example.app", "--public-key", key, "--root", root])
    }

    private func verify(_ arguments: [String]) -> CommandResult { attest(["receipt", "verify"] + arguments) }

    func testVerify() throws {
        let (folder, options) = try scene()
        for (more, file) in [
            (["--challenge", "challenge"] + at, "attestation.cbor"),
            (["--challenge", "challenge"] + at, "receipt.ber"),
            (["--exchanged"] + at, "answer.ber"),
            (["--stored"], "receipt.ber"),
            (["--stored"], "answer.ber"),
        ] {
            let result = verify(options + more + ["\(folder.path)/\(file)"])
            XCTAssertEqual(result.status, 0, result.text)
            XCTAssertTrue(result.output.contains("accepted"))
        }
    }

    func testRefusals() throws {
        let (folder, options) = try scene()
        for (more, file, code) in [
            (["--challenge", "other"] + at, "receipt.ber", "receiptClientDataHashMismatch"),
            (["--challenge", "challenge"], "receipt.ber", "receipt"),  // too old or from the future, by today's date
            (["--exchanged"] + at, "receipt.ber", "receiptTypeMismatch"),
            (["--stored", "--environment", "development"], "receipt.ber", "receiptEnvironmentMismatch"),
        ] {
            let result = verify(options + more + ["\(folder.path)/\(file)"])
            XCTAssertEqual(result.status, 1, result.text)
            XCTAssertTrue(result.text.contains("refused: \(code)"), result.text)
        }
        let apples = verify(Array(options.dropLast(2)) + ["--stored", "--json", folder.path + "/receipt.ber"])
        XCTAssertEqual(apples.status, 1)
        XCTAssertTrue(apples.text.contains("\"code\" : \"chainUntrusted\""), apples.text)
    }

    /// Without options signature and signer are judged, and the output says what is not.
    func testWithoutOptions() throws {
        let (folder, options) = try scene()
        let root = Array(options.suffix(2))
        let result = verify(root + [folder.path + "/answer.ber"])
        XCTAssertEqual(result.status, 0, result.text)
        for line in [
            "  4  n/a   appID: A1B2C3D4E5.com.example.app, not judged without --app-id",
            "  6  n/a   attestedKey: the key, not judged without --public-key",
            "  5  n/a   freshness: not judged for a stored receipt",
            "  -  n/a   type: RECEIPT, not judged without --challenge or --exchanged",
            "  -  n/a   environment: production, not judged without --environment",
        ] {
            XCTAssertTrue(result.output.contains(line), "\(line) in \(result.text)")
        }
        XCTAssertEqual(try verify(root + ["--json", folder.path + "/answer.ber"]).json()["accepted"] as? Bool, true)
        XCTAssertEqual(verify([folder.path + "/answer.ber"]).status, 1, "under Apple's root")
    }

    func testInspect() throws {
        let (folder, _) = try scene()
        let answer = attest("receipt", "inspect", folder.path + "/answer.ber")
        XCTAssertEqual(answer.status, 0)
        for line in [
            "type                RECEIPT", "riskMetric          4", "environment         production",
            "creationTime        2026-09-21T14:13:20Z", "notBefore           2026-09-22T14:13:20Z",
            "fields              17 6 2 3 4 5 7 12 19 21",
        ] {
            XCTAssertTrue(answer.output.contains(line), "\(line) in \(answer.text)")
        }
        let attested = attest("receipt", "inspect", "--json", folder.path + "/attestation.cbor")
        XCTAssertEqual(attested.status, 0)
        XCTAssertTrue(attested.text.contains("\"type\" : \"ATTEST\""), attested.text)
    }

    func testUnusableArguments() throws {
        let (folder, options) = try scene()
        let file = folder.path + "/receipt.ber"
        assertMisuse(verify(options + ["--stored", "--exchanged", file]), mentions: "only one of", "--exchanged")
        assertMisuse(verify(options + ["--challenge", "c", "--exchanged", file]), mentions: "only one of")
        assertMisuse(
            verify(["--app-id", "com.example.app", "--stored", file]), mentions: "--app-id", "prefix")
        let text = try folder.write("no receipt!".utf8, to: "text")
        assertMisuse(attest("receipt", "inspect", text), mentions: "not base64")
        let other = try folder.write([0xa0], to: "cbor")
        assertMisuse(attest("receipt", "inspect", other), mentions: "neither a receipt nor an attestation object")
        let cut = try folder.write([0x30, 0x80], to: "cut")
        assertMisuse(attest("receipt", "inspect", cut), mentions: "malformedReceipt")
    }
}
