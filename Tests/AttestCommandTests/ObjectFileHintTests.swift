import AttestCore
import Foundation
import XCTest

/// What is said about files that hold something else than an object, or an object in a wrapping.
final class ObjectFileHintTests: XCTestCase {
    private let attestation = [
        "verify", "attestation", "--app-id", "A1B2C3D4E5.a.b", "--key-id",
        "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=", "--challenge", "x", "-",
    ]
    private let assertion = [
        "verify", "assertion", "--app-id", "A1B2C3D4E5.a.b", "--public-key",
        Data([4] + [UInt8](repeating: 1, count: 64)).base64EncodedString(), "--counter", "0", "--client-data-hash",
        "AAAA", "-",
    ]

    func testWrappings() throws {
        let object = try Genuine.one("att-ricardo-ios27").object
        let text = object.base64EncodedString()
        let lines = object.base64EncodedString(options: .lineLength64Characters)
        for (file, words) in [
            ("data:application/octet-stream;base64,\(text)", "as a data: URL"), ("\"\(text)\"\n", "in quotation marks"),
            ("{\"keyId\": \"x\", \"attestation\": \"\(text)\"}", "in the member attestation of a JSON document"),
            (text.replacingOccurrences(of: "/", with: "\\/"), "escaped"),
            ("-----BEGIN ATTESTATION-----\n\(lines)\n-----END ATTESTATION-----\n", "in PEM"),
            (text.replacingOccurrences(of: "+", with: "%2B"), "percent-encoded"),
            (text.replacingOccurrences(of: "+", with: " "), "without its plus signs"),
            (text + ",", "a comma"), (object.map { String(format: "%02x", $0) }.joined(), "in hex"),
            (Data(text.utf8).base64EncodedString(), "encoded in base64 twice"),
            ("\u{feff}" + text, "byte order mark"),
        ] {
            let result = attest(attestation, input: Array(file.utf8))
            XCTAssertNotEqual(result.status, 0)
            XCTAssertEqual(result.hints.count, 1, "\(words): \(result)")
            XCTAssertTrue(result.hints.first?.contains(words) == true, "\(words): \(result)")
        }
    }

    /// As the command base64 writes it, with line breaks, once more through itself.
    func testBase64Twice() throws {
        func lines(_ data: Data) -> Data {
            data.base64EncodedData(options: [.lineLength76Characters, .endLineWithLineFeed])
        }
        let receipts = try Genuine.all("receipt")
        let receipt = try XCTUnwrap(receipts.first).object
        for (call, object, name) in [
            (attestation, try Genuine.one("att-ricardo-ios27").object, "the attestation object"),
            (assertion, try Genuine.one("asr-ricardo-ios27").object, "the assertion"),
            (["inspect", "-"], try Genuine.one("asr-ricardo-ios27").object, "the assertion"),
            (["receipt", "inspect", "-"], receipt, "the receipt"),
            (["receipt", "verify", "-"], receipt, "the receipt"),
        ] {
            let result = attest(call, input: Array(lines(lines(object) + Data("\n".utf8))))
            XCTAssertNotEqual(result.status, 0)
            XCTAssertEqual(result.hints, ["the file holds \(name) encoded in base64 twice: decode it once"], "\(call)")
        }
    }

    /// Objects that some program has read as UTF-8 text.
    func testBytesThatWereHandledAsText() throws {
        for (call, id) in [
            (attestation, "att-ricardo-ios27"), (assertion, "asr-ricardo-ios27"),
            (["inspect", "-"], "asr-ricardo-ios27"),
            (["receipt", "inspect", "-"], "att-ricardo-ios27"),
        ] {
            let damaged = Data(String(decoding: try Genuine.one(id).object, as: UTF8.self).utf8)
            for input in [damaged, damaged.base64EncodedData()] {
                let result = attest(call, input: Array(input))
                XCTAssertNotEqual(result.status, 0)
                XCTAssertEqual(result.hints.count, 1, "\(call) \(result)")
                XCTAssertTrue(result.hint.contains("has EF BF BD "), "\(call) \(result)")
                XCTAssertTrue(result.hint.contains("bytes were handled as text, and cannot be restored"), result.hint)
            }
        }
        let damaged = Data(String(decoding: try KeyID(base64: attestation[5]).bytes, as: UTF8.self).utf8)
        var call = attestation
        call[5] = damaged.base64EncodedString()
        assertMisuse(attest(call, input: [0xa0]), mentions: "the key ID has EF BF BD ")
        call = assertion
        call[5] = Data(String(decoding: Data([4] + [UInt8](repeating: 0xe1, count: 64)), as: UTF8.self).utf8)
            .base64EncodedString()
        assertMisuse(attest(call, input: [0xa0]), mentions: "the public key has EF BF BD ")
    }

    func testOtherKinds() throws {
        let ios = try Genuine.one("att-ricardo-ios27")
        let signed = try Genuine.one("asr-ricardo-ios27")
        let receipt = try XCTUnwrap(Genuine.all("receipt").first)
        for (call, object, words) in [
            (attestation, signed.object, "this is an assertion: use 'attest verify assertion'"),
            (assertion, ios.object, "this is an attestation object: use 'attest verify attestation'"),
            (attestation, receipt.object, "this is a receipt"), (assertion, receipt.object, "this is a receipt"),
        ] {
            for input in [Array(object), Array(object.base64EncodedString().utf8)] {
                let result = attest(call, input: input)
                XCTAssertEqual(result.status, 1)
                XCTAssertEqual(result.hints.count, 1, result.text)
                XCTAssertTrue(result.hints.first?.contains(words) == true, result.text)
            }
        }
    }

    /// The length of text with other characters than ASCII no longer matters.
    func testLongTextInOtherScripts() throws {
        let text = try Genuine.one("att-ricardo-ios27").object.base64EncodedString()
        let note = String(repeating: "\u{6587}\u{5b57}e\u{301}", count: 4000)
        let file = "{\"note\": \"\(note)\", \"attestation\": \"\(text)\"}"
        XCTAssertGreaterThan(file.utf8.count, 32 * 1024)
        let result = attest(attestation, input: Array(file.utf8))
        XCTAssertTrue(result.hint.contains("in the member attestation of a JSON document"), "\(result)")
    }

    func testVectorsAndInspect() throws {
        let vector = try Data(contentsOf: URL(filePath: projectFolder + "/Fixtures/apple/att-apple-guide-2026.json"))
        for call in [attestation, ["inspect", "-"]] {
            assertMisuse(attest(call, input: Array(vector)), mentions: "not base64", "run it with 'attest check'")
        }
    }

    func testNothingIsSaidAboutWhatIsNoObject() {
        XCTAssertEqual(attest(attestation, input: Array("Hello, world!".utf8)).hints, [])
        XCTAssertEqual(attest(attestation, input: [0xa0]).hints, [])
    }
}
