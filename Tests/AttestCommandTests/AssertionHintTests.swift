import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

@testable import AttestCommand

/// What `attest verify assertion` says about the commonest mistakes.
final class AssertionHintTests: XCTestCase {
    private let accepted = "with that changed, the object is accepted"

    private func genuine(
        _ genuine: Genuine, _ source: [String], appID: String? = nil, publicKey: String? = nil, counter: UInt32 = 0
    ) throws -> CommandResult {
        attest(
            [
                "verify", "assertion", "--app-id", try appID ?? XCTUnwrap(genuine.appId), "--public-key",
                try publicKey ?? XCTUnwrap(genuine.publicKey).base64EncodedString(), "--counter", "\(counter)",
            ] + source + ["-"], input: Array(genuine.object))
    }

    private func assertHint(
        _ result: CommandResult, _ words: String, code: AttestError.Code, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        XCTAssertEqual(result.status, 1, "a hint changes no verdict", file: file, line: line)
        XCTAssertTrue(result.text.contains("refused: \(code.rawValue)"), result.text, file: file, line: line)
        XCTAssertEqual(result.hints.count, 2, result.text, file: file, line: line)
        XCTAssertTrue(result.hints.first?.contains(words) == true, result.text, file: file, line: line)
        XCTAssertEqual(result.hints.last, accepted, result.text, file: file, line: line)
    }

    // MARK: Client data, on genuine assertions

    func testClientDataInOtherForms() throws {
        let texts = try Genuine.all("assertion").filter { $0.clientDataEncoding == "utf8" && $0.clientData != "" }
        XCTAssertGreaterThanOrEqual(texts.count, 10)
        let folder = try TemporaryFolder()
        for sample in texts.prefix(4) + texts.suffix(2) {
            let text = try XCTUnwrap(sample.clientData)
            let hash = try XCTUnwrap(sample.clientDataHash)
            func file(_ text: String) throws -> [String] {
                ["--client-data", try folder.write(text.utf8, to: UUID().uuidString)]
            }
            XCTAssertEqual(try genuine(sample, file(text)).hints, [], sample.id)
            assertHint(
                try genuine(sample, file(text + "\n")), "SHA-256 of the client data without the white space",
                code: .signatureInvalid)
            assertHint(
                try genuine(sample, file(Data(text.utf8).base64EncodedString())),
                "SHA-256 of the bytes that the client data is base64 of", code: .signatureInvalid)
            let unhashed = try genuine(sample, ["--client-data-hash", Data(text.utf8).base64EncodedString()])
            if text.utf8.count > 128 {
                assertMisuse(unhashed, mentions: "are no hash", hash.base64EncodedString())
                continue
            }
            assertHint(
                unhashed,
                "SHA-256 of the value of --client-data-hash: what was given is not yet hashed", code: .signatureInvalid)
            assertHint(
                try genuine(sample, ["--client-data-hash", hash.map { String(format: "%02x", $0) }.joined()]),
                "the bytes that the value of --client-data-hash is hex of, as it is", code: .signatureInvalid)
        }
    }

    func testAppThatSignsOtherBytes() throws {
        let scene = try VirtualScene()
        let challenge = "vHk2uSzkAsg3aSDkUyIVrMSZqJUu9rqvf4nXt6bx-Ow"
        let binding = try RequestBinding(challenge: challenge, method: "POST", path: "/", body: "{}".utf8).clientData
        let json = Array(#"{"amount": 7, "proof": {"challenge": "\#(challenge)"}}"#.utf8)
        let once = try ClientDataHash(sha256Of: binding).bytes
        for (clientData, hash, words) in [
            (binding, try ClientDataHash(sha256Of: once), "SHA-256 of SHA-256 of the client data: the app has hashed"),
            (
                binding, try ClientDataHash(sha256Of: challenge.utf8),
                "SHA-256 of the first line of the client data: app and server must hash the same bytes"
            ),
            (
                json, try ClientDataHash(sha256Of: challenge.utf8),
                "SHA-256 of the member proof.challenge of the client data"
            ),
            (
                Array(challenge.utf8), try ClientDataHash(bytes: challenge.utf8),
                "the client data, as it is: the app has not hashed it"
            ),
        ] {
            let object = try scene.device.assert(scene.keyID, clientDataHash: hash)
            let file = try scene.write(clientData, to: "data")
            let result = attest(
                [
                    "verify", "assertion", "--app-id", scene.appID, "--public-key", try scene.publicKey, "--counter",
                    "0", "--client-data", file, "-",
                ], input: object)
            assertHint(result, words, code: .signatureInvalid)
        }
    }

    /// Client data with many texts below a long name.
    func testReadingsOfClientDataAreShort() {
        let name = String(repeating: "a", count: 30_000)
        let texts = [String](repeating: "\"\"", count: 10_000).joined(separator: ",")
        let readings = Reading.all(of: .clientData(Array("{\"\(name)\":[\(texts)]}".utf8)))
        XCTAssertTrue(readings.contains { $0.name.hasPrefix("the member aaaa") })
        XCTAssertLessThanOrEqual(readings.map(\.name.utf8.count).max() ?? 0, 200)
    }

    // MARK: Counter and App ID

    func testCounter() throws {
        let sample = try Genuine.one("asr-ricardo-ios27")
        let hash = ["--client-data-hash", try XCTUnwrap(sample.clientDataHash).base64EncodedString()]
        assertHint(
            try genuine(sample, hash, counter: 1), "is this assertion's own: give the one before it (--counter 0)",
            code: .counterNotIncreased)
        assertHint(
            try genuine(sample, hash, counter: 7), "a later assertion, 7, was accepted before this one, 1",
            code: .counterNotIncreased)
    }

    func testAppID() throws {
        let sample = try Genuine.one("asr-ricardo-ios27")
        let right = try XCTUnwrap(sample.appId)
        let hash = ["--client-data-hash", try XCTUnwrap(sample.clientDataHash).base64EncodedString()]
        for (text, words) in [
            ("\(right).Clip", "App ID of the full app"), ("J4Y28BA299.\(right)", "the prefix stands there twice"),
            (right.replacingOccurrences(of: "swiss", with: "Swiss"), "the case of the letters differs"),
        ] {
            assertHint(try genuine(sample, hash, appID: text), words, code: .appIDMismatch)
        }
        // An assertion names no App ID, so another one can only be said not to fit.
        let other = try genuine(sample, hash, appID: "J4Y28BA299.com.example.app")
        XCTAssertTrue(other.hint.contains("only a hash of its App ID"), other.text)
        XCTAssertEqual(other.hints.count, 1, "nothing was changed")
        assertMisuse(
            try genuine(sample, hash, appID: "j4y28ba299.swiss.ricardo.iphone.beta"), mentions: "in small letters",
            right
        )
    }

    /// Mistakes that were mended before the one that no option mends are named as well; nothing is said to be accepted.
    func testSearchEndsWithWhatNoOptionMends() throws {
        let scene = try VirtualScene()
        let object = try scene.device.assert(scene.keyID, clientDataHash: ClientDataHash(sha256Of: "x".utf8))
        // The last counter is wrong too, which is found only behind the App ID.
        let result = attest(
            [
                "verify", "assertion", "--app-id", "J4Y28BA299.org.other", "--public-key", try scene.publicKey,
                "--counter", "7", "--client-data", try scene.write("x\n".utf8, to: "data"), "-",
            ], input: object)
        XCTAssertEqual(result.hints.count, 2, result.text)
        XCTAssertTrue(result.hint.contains("without the white space"), result.text)
        XCTAssertTrue(result.hints.last?.contains("only a hash of its App ID") == true, result.text)
    }

    // MARK: The public key

    func testPublicKeyForms() throws {
        let sample = try Genuine.one("asr-ricardo-ios27")
        let hash = ["--client-data-hash", try XCTUnwrap(sample.clientDataHash).base64EncodedString()]
        let point = try XCTUnwrap(sample.publicKey)
        let (x, y) = (point[1..<33], point[33...])
        let spki =
            Data([
                0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
                0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
            ]) + point
        let cose =
            Data([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]) + x + Data([0x22, 0x58, 0x20]) + y
        let lines = spki.base64EncodedString(options: .lineLength64Characters)
        let jwk = #"{"kty": "EC", "crv": "P-256", "x": "\#(x.base64URL)", "y": "\#(y.base64URL)"}"#
        let key = point.base64EncodedString()
        for (text, words, given) in [
            (spki.base64EncodedString(), "a SubjectPublicKeyInfo in DER", key),
            ("-----BEGIN PUBLIC KEY-----\n\(lines)\n-----END PUBLIC KEY-----\n", "in PEM", key),
            (cose.base64EncodedString(), "a COSE key", key), (jwk, "a JSON Web Key", key),
            ((x + y).base64EncodedString(), "x and y without the byte 04", key),
            (point.map { String(format: "%02x", $0) }.joined(), "in hex", key),
            (Data(key.utf8).base64EncodedString(), "encoded in base64 twice, an uncompressed point", key),
            ((Data([2]) + x).base64EncodedString(), "a compressed point", "65 bytes"),
            (try XCTUnwrap(sample.keyId), "perhaps the key ID", "32 bytes"),
        ] {
            assertMisuse(try genuine(sample, hash, publicKey: text), mentions: "hint: ", words, given)
        }
    }
}

extension Data {
    fileprivate var base64URL: String {
        base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
