import AttestCore
import AttestTesting
import Foundation
import XCTest

/// What `attest verify attestation` says about the commonest mistakes, on an object of a genuine iPhone.
final class AttestationHintTests: XCTestCase {
    private let accepted = "with that changed, the object is accepted"

    /// A call that is right but for what a test changes in it.
    private struct Call {
        var appID: String
        var keyID: String
        var source: [String]
        var environment = "development"
        var time: String?
        var more: [String] = []
        let object: [UInt8]

        init(_ genuine: Genuine) throws {
            appID = try XCTUnwrap(genuine.appId)
            keyID = try XCTUnwrap(genuine.keyId)
            source = ["--challenge", try XCTUnwrap(genuine.challenge)]
            time = genuine.validAt
            object = Array(genuine.object)
        }

        func run(_ flags: String...) -> CommandResult {
            let time = self.time.map { ["--at", $0] } ?? []
            return attest(
                ["verify", "attestation", "--app-id", appID, "--key-id", keyID, "--environment", environment]
                    + source + time + more + flags + ["-"], input: object)
        }
    }

    private func call(_ id: String = "att-ricardo-ios27") throws -> Call { try Call(Genuine.one(id)) }

    private func assertHint(
        _ result: CommandResult, _ words: String, code: AttestError.Code, file: StaticString = #filePath,
        line: UInt = #line
    ) {
        XCTAssertEqual(result.status, 1, "a hint changes no verdict", file: file, line: line)
        XCTAssertTrue(result.text.contains("refused: \(code.rawValue)"), result.text, file: file, line: line)
        XCTAssertEqual(result.hints.count, 2, result.text, file: file, line: line)
        XCTAssertTrue(result.hints.first?.contains(words) == true, result.text, file: file, line: line)
        XCTAssertEqual(result.hints.last, accepted, file: file, line: line)
    }

    func testAcceptedObjectsGetNoHint() throws {
        let result = try call().run()
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertEqual(result.hints, [])
        XCTAssertNil(try call().run("--json").json()["hints"])
    }

    func testHintsAsJSON() throws {
        var call = try call()
        call.environment = "production"
        let json = try call.run("--json").json()
        XCTAssertEqual((json["hints"] as? [String])?.count, 2)
        XCTAssertEqual(json["accepted"] as? Bool, false)
    }

    // MARK: The challenge

    func testWhatTheServerGivesInAnotherForm() throws {
        let genuine = try Genuine.one("att-ricardo-ios27")
        let challenge = try XCTUnwrap(genuine.challenge)
        let hash = try XCTUnwrap(genuine.clientDataHash)
        let hex = hash.map { String(format: "%02x", $0) }.joined()
        for (source, words) in [
            (["--challenge", challenge + "\n"], "without the white space around it"),
            (["--challenge", "\"\(challenge)\""], "without the quotation marks around it"),
            (["--challenge", challenge.replacingOccurrences(of: "_", with: "/") + "="], "URL-safe alphabet"),
            (
                ["--client-data-hash", Data(challenge.utf8).base64EncodedString()],
                "SHA-256 of the value of --client-data-hash: what was given is not yet hashed"
            ),
            (["--client-data-hash", challenge], "SHA-256 of the text of --client-data-hash"),
            (["--client-data-hash", hex], "the bytes that the value of --client-data-hash is hex of, as it is"),
            (
                ["--client-data-hash", Data(hash.base64EncodedString().utf8).base64EncodedString()],
                "the bytes that the value of --client-data-hash is base64 of, as it is"
            ),
        ] {
            var call = try call()
            call.source = source
            let result = call.run()
            assertHint(result, words, code: .nonceMismatch)
            XCTAssertTrue(result.text.contains("--client-data-hash \(hash.base64EncodedString())"), result.text)
        }
    }

    /// What four genuine apps did: they decoded the challenge before they hashed it.
    func testAppThatDecodesTheChallenge() throws {
        let decoding = try Genuine.all("attestation").filter {
            $0.challengeEncoding == "base64" && $0.challengeHashing == "sha256"
        }
        XCTAssertGreaterThanOrEqual(decoding.count, 4)
        for genuine in decoding {
            var call = try Call(genuine)
            call.environment = "any"
            assertHint(call.run(), "SHA-256 of the bytes that the challenge is base64 of", code: .nonceMismatch)
        }
    }

    /// What Apple's own samples did: they passed the challenge itself.
    func testAppThatDoesNotHash() throws {
        var call = try call("att-apple-guide-2026")
        call.environment = "any"
        assertHint(
            call.run(), "the challenge, as it is: the app has not hashed it (--client-data-hash ", code: .nonceMismatch)
    }

    /// What an app can do wrong in its hashing, done by a virtual device.
    func testAppThatHashesWrongly() throws {
        let challenge = "dGhlIGNoYWxsZW5nZQ=="
        let once = try ClientDataHash(sha256Of: challenge.utf8).bytes
        let hex = once.map { String(format: "%02x", $0) }.joined()
        let base64 = Data(once).base64EncodedString()
        let scene = try VirtualScene()
        for (hash, words) in [
            (try ClientDataHash(sha256Of: once), "SHA-256 of SHA-256 of the challenge: the app has hashed twice"),
            (try ClientDataHash(bytes: hex.utf8), "the hex text of SHA-256 of the challenge: the app has passed"),
            (try ClientDataHash(bytes: base64.utf8), "the base64 text of SHA-256 of the challenge: the app has passed"),
            (try ClientDataHash(sha256Of: hex.utf8), "SHA-256 of the hex text of SHA-256 of the challenge"),
            (try ClientDataHash(sha256Of: base64.utf8), "SHA-256 of the base64 text of SHA-256 of the challenge"),
            (
                try ClientDataHash(sha256Of: Data(challenge.utf8).base64EncodedString().utf8),
                "SHA-256 of the base64 text of the challenge: app and server must hash the same bytes"
            ),
            (
                try ClientDataHash(sha256Of: "the challenge".utf8),
                "SHA-256 of the bytes that the challenge is base64 of"
            ),
            (try ClientDataHash(sha256Of: "\"\(challenge)\"".utf8), "SHA-256 of the challenge in quotation marks"),
        ] {
            let object = try scene.device.attest(scene.keyID, clientDataHash: hash)
            let result = attest(scene.attestationArguments(challenge: challenge), input: object)
            assertHint(result, words, code: .nonceMismatch)
        }
    }

    /// An attestation that was stored and sent again: its receipt says for which hash it was made, and when.
    func testAnotherChallenge() throws {
        let genuine = try Genuine.one("att-ricardo-ios27")
        let hash = try XCTUnwrap(genuine.clientDataHash).base64EncodedString()
        for source in [["--challenge", "another"], ["--client-data-hash", "AAAA"]] {
            var call = try call()
            call.source = source
            let result = call.run()
            assertHint(
                result, "the object was made for another challenge, on \(try XCTUnwrap(genuine.validAt).prefix(10))",
                code: .nonceMismatch)
            XCTAssertTrue(result.hint.contains("--client-data-hash \(hash) --at "), result.text)
        }
    }

    /// Without a receipt nothing says for which challenge an object was made; nor does one of another object.
    func testAnotherChallengeWithoutAReceipt() throws {
        let scene = try VirtualScene()
        let hash = try ClientDataHash(sha256Of: "challenge".utf8)
        var draft = try scene.device.attestationDraft(scene.keyID, clientDataHash: hash)
        let other = try scene.device.attestationDraft(scene.keyID, clientDataHash: ClientDataHash(bytes: [1]))
        for receipt in [nil, other.receipt] {
            draft.receipt = receipt
            let object = try draft.assembled(clientDataHash: hash)
            XCTAssertEqual(attest(scene.attestationArguments(challenge: "another"), input: object).hints, [])
        }
    }

    /// An app that makes text of random bytes, and a server or database that does.
    func testBytesThatWereHandledAsText() throws {
        let scene = try VirtualScene()
        let bytes: [UInt8] = [0xff, 0x41, 0xc3, 0xa9, 0xe2, 0x28, 0x00]
        let damaged = String(decoding: bytes, as: UTF8.self)
        let object = try scene.device.attest(scene.keyID, clientDataHash: ClientDataHash(sha256Of: damaged.utf8))
        assertHint(
            attest(scene.attestationArguments(challenge: Data(bytes).base64EncodedString()), input: object),
            "read as UTF-8 text (EF BF BD in place of what is none)", code: .nonceMismatch)

        let hash = try ClientDataHash(sha256Of: bytes)
        var draft = try scene.device.attestationDraft(scene.keyID, clientDataHash: hash)
        draft.receipt = nil
        let right = try draft.assembled(clientDataHash: hash)
        let result = attest(scene.attestationArguments(challenge: damaged), input: right)
        XCTAssertEqual(result.status, 1)
        XCTAssertTrue(result.hint.contains("the challenge has EF BF BD 2 times"), result.text)
        XCTAssertEqual(result.hints.count, 1, "nothing was changed")
    }

    /// Quotation marks are cut off as bytes: with a combining mark behind it, one is another character.
    func testQuotationMarksAreBytes() throws {
        let scene = try VirtualScene()
        let object = try scene.device.attest(scene.keyID, clientDataHash: ClientDataHash(sha256Of: "\u{301}x".utf8))
        assertHint(
            attest(scene.attestationArguments(challenge: "\"\u{301}x\""), input: object),
            "without the quotation marks around it", code: .nonceMismatch)
    }

    // MARK: The key ID

    func testKeyIDInOtherForms() throws {
        let right = try call()
        let bytes = try KeyID(base64: right.keyID).bytes
        let publicKey = try XCTUnwrap(try Genuine.one("att-ricardo-ios27").publicKey)
        for (text, words) in [
            (bytes.map { String(format: "%02x", $0) }.joined(), "written in hex"),
            ("\"\(right.keyID)\"", "in quotation marks"),
            (
                right.keyID.replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "=", with: "%3D"),
                "percent-encoded"
            ),
            (right.keyID.replacingOccurrences(of: "+", with: " "), "without its plus signs"),
            (Data(right.keyID.utf8).base64EncodedString(), "encoded in base64 twice"),
            (publicKey.base64EncodedString(), "public key, whose hash it is"),
        ] {
            var call = right
            call.keyID = text
            let result = call.run()
            assertMisuse(result, mentions: words, right.keyID)
        }
        var call = right
        call.keyID = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
        XCTAssertEqual(call.run().status, 0, "base64url is no mistake")
    }

    func testKeyIDOfAnotherObject() throws {
        var call = try call()
        let own = call.keyID
        call.keyID = try XCTUnwrap(Genuine.one("att-hellas-macos27").keyId)
        assertHint(call.run(), "belongs to another object: this one is of the key \(own)", code: .keyIDMismatch)
    }

    // MARK: Environment, time, root

    func testOtherEnvironment() throws {
        var call = try call()
        call.environment = "production"
        assertHint(call.run(), "of the development environment", code: .environmentMismatch)
    }

    func testExpiredSampleGetsTheTimesThatPass() throws {
        for time in [nil, "2020-01-01T00:00:00Z"] {
            var call = try call()
            call.time = time
            let result = call.run()
            assertHint(
                result, "2026-10-08T07:25:21Z to 2026-10-11T07:25:21Z",
                code: time == nil ? .certificateExpired : .certificateNotYetValid)
            XCTAssertTrue(result.text.contains("(--at 2026-10-09T07:25:21Z)"), result.text)
        }
    }

    func testRoots() throws {
        let folder = try TemporaryFolder()
        let scene = try VirtualScene()
        let root = try folder.write(scene.authority.root, to: "root.der")
        var call = try call()
        call.more = ["--root", root]
        assertHint(call.run(), "leads to Apple's root: leave out --root", code: .chainUntrusted)

        let object = try scene.device.attest(scene.keyID, clientDataHash: ClientDataHash(sha256Of: "x".utf8))
        let virtual = attest(scene.attestationArguments(challenge: "x", root: nil), input: object)
        XCTAssertEqual(virtual.status, 1)
        XCTAssertTrue(virtual.hint.contains("names the root Test App Attestation Root CA"), virtual.text)
        XCTAssertEqual(virtual.hints.count, 1, "nothing was changed")
    }

    // MARK: The App ID

    func testAppIDs() throws {
        let right = try call().appID
        let bundle = String(right.drop { $0 != "." }.dropFirst())
        for (text, words) in [
            ("ABCDE12345.\(bundle)", "the prefix differs"),
            (right.replacingOccurrences(of: "swiss", with: "Swiss"), "the case of the letters differs"),
            ("\(right).Clip", "App ID of the full app"), ("J4Y28BA299.\(right)", "the prefix stands there twice"),
            ("J4Y28BA299.com.example.app", "another app"),
        ] {
            var call = try call()
            call.appID = text
            let result = call.run()
            assertHint(result, words, code: .appIDMismatch)
            XCTAssertTrue(result.hint.contains("made for the App ID \(right), not \(text)"), result.text)
        }
        for (text, words) in [
            (bundle, "the prefix is missing: the object's certificate names \(right)"),
            ("com.example.app", "the bundle ID alone is no App ID"),
        ] {
            var call = try call()
            call.appID = text
            assertMisuse(call.run(), mentions: words, right)
        }
    }

    // MARK: Several at once

    func testSeveralMistakesAtOnce() throws {
        var call = try call()
        call.appID = "ABCDE12345.swiss.ricardo.iphone.beta"
        call.environment = "production"
        call.time = nil
        let hints = call.run().hints
        XCTAssertEqual(hints.count, 4, "\(hints)")
        XCTAssertEqual(hints.last, accepted)
    }

    /// No mistake of the caller lies behind an object that is not genuine, so nothing is said to be mendable.
    func testFlawedObjects() throws {
        let scene = try VirtualScene()
        let hash = try ClientDataHash(sha256Of: "x".utf8)
        let mendable: Set<AttestError.Code> = [
            .appIDMismatch, .environmentMismatch, .certificateExpired, .certificateNotYetValid, .keyIDMismatch,
        ]
        for flaw in AttestationFlaw.allCases where !mendable.contains(flaw.code) {
            let object = try scene.device.attest(scene.keyID, clientDataHash: hash, flaw: flaw)
            let result = attest(scene.attestationArguments(challenge: "x"), input: object)
            XCTAssertFalse(result.hints.contains(accepted), "\(flaw): \(result.text)")
        }
    }
}
