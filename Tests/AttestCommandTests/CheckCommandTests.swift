import Foundation
import XCTest

@testable import AttestCommand

final class CheckCommandTests: XCTestCase {
    /// Apple's sample of 2026 as a vector, with some fields replaced, or removed by nil.
    private func vector(_ changes: [String: Any?] = [:]) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: projectFolder + "/Fixtures/apple/att-apple-guide-2026.json"))
        var fields = try XCTUnwrap(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        for (name, value) in changes { fields[name] = value ?? nil }
        return fields
    }

    private func check(_ json: Any) throws -> CommandResult {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            JSONSerialization.data(withJSONObject: json, options: .fragmentsAllowed), to: "v.json")
        return attest("check", file)
    }

    func testExpectations() throws {
        let late = "2026-04-24T00:00:00Z"
        for (changes, line, status): ([String: Any?], String, Int32) in [
            (["expect": "valid"], "PASS v", 0),
            (["expect": nil], "PASS v", 0),
            (["expect": "invalid"], "FAIL v: expected invalid, got valid", 1),
            (["expect": "certificateExpired"], "FAIL v: expected certificateExpired, got valid", 1),
            (["expect": "valid", "validAt": late], "FAIL v: expected valid, got certificateExpired", 1),
            (["expect": "invalid", "validAt": late], "PASS v", 0),
            (["expect": "certificateExpired", "validAt": late], "PASS v", 0),
            (
                ["expect": "nonceMismatch", "validAt": late], "FAIL v: expected nonceMismatch, got certificateExpired",
                1
            ),
            (["expect": "appIDMismatch", "appId": "1234567890.com.example.other"], "PASS v", 0),
            (["expect": "malformedAppID", "appId": "com.example.myapp"], "PASS v", 0),
            (["expect": "environmentMismatch", "environment": "development"], "PASS v", 0),
            (["environment": "any"], "PASS v", 0),
            (["expect": "malformedKeyID", "keyId": "AAAA"], "PASS v", 0),
            (["keyId": "zgSY9YSD-7TaDXssY6WlOPVS1K3Lmk-pFhlcSWE-ZV0"], "PASS v", 0),
            (["expect": "nonceMismatch", "clientDataHash": "ZXhhbXBsZQ=="], "PASS v", 0),
            (["launch": ["allow": [1], "whenAbsent": "allow"]], "PASS v", 0),
            // The sample has ED clear, so its category counts as absent.
            (["expect": "launchCategoryMissing", "launch": ["allow": [1], "whenAbsent": "refuse"]], "PASS v", 0),
            (["expect": "launchCategoryForbidden", "launch": ["allow": [2, 4], "whenAbsent": "allow"]], "PASS v", 0),
            (["expect": "accessPolicyMismatch", "platform": "macOS"], "PASS v", 0),
            (["expect": "malformedTrustAnchor", "anchors": ["AAAA"]], "PASS v", 0),
            (["expect": "malformedTrustAnchor", "anchors": [String]()], "PASS v", 0),
            (["publicKey": "BAAA"], "FAIL v: expected valid, got valid with another public key", 1),
            (["somethingElse": ["unknown"]], "PASS v", 0),
        ] {
            let fields = try vector(changes.merging(["id": "v"]) { $1 })
            let result = try check(fields)
            XCTAssertEqual(result.output.first, line)
            XCTAssertEqual(result.output.last, status == 0 ? "1 passed, 0 failed" : "0 passed, 1 failed", line)
            XCTAssertEqual(result.status, status, line)
            XCTAssertEqual(result.errors, [])
        }
    }

    func testReceipts() throws {
        let file = projectFolder + "/Fixtures/generated/rcpt-exchanged-virtual-iOS27-production.json"
        let vector = try XCTUnwrap(
            JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [String: Any])
        let time = try XCTUnwrap(vector["validAt"] as? String)
        for (changes, line) in [
            ([:], "PASS v"),
            (["creationTime": time], "PASS v"),
            (["creationTime": "2020-01-01T00:00:00Z"], "FAIL v: expected valid, got valid with another creationTime"),
            (["expirationTime": time], "FAIL v: expected valid, got valid with another expirationTime"),
            (["notBefore": time], "FAIL v: expected valid, got valid with another notBefore"),
            (["riskMetric": 3], "FAIL v: expected valid, got valid with another risk metric"),
            (["type": "ATTEST", "expect": "receiptClientDataHashMismatch"], "PASS v"),
            (["environment": "any"], "PASS v"),
            (["environment": "development", "expect": "receiptEnvironmentMismatch"], "PASS v"),
            (["validAt": "2020-01-01T00:00:00Z", "expect": "receiptFromFuture"], "PASS v"),
            (["validAt": "2049-01-01T00:00:00Z", "expect": "receiptTooOld"], "PASS v"),
            (["anchors": [String]()], "FAIL v: expected valid, got malformedTrustAnchor"),
        ] as [([String: Any], String)] {
            let result = try check(vector.merging(["id": "v"]) { $1 }.merging(changes) { $1 })
            XCTAssertEqual(result.output.first, line)
        }
        assertMisuse(try check(vector.merging(["type": "OTHER"]) { $1 }), mentions: "neither ATTEST nor RECEIPT")
    }

    func testListsFoldersAndOrder() throws {
        let folder = try TemporaryFolder()
        func write(_ json: Any, _ name: String) throws {
            _ = try folder.write(JSONSerialization.data(withJSONObject: json), to: name)
        }
        try write([vector(["id": "b1"]), vector(["id": "b2", "expect": "invalid"])], "b.json")
        try write(vector(["id": "a"]), "sub/a.json")
        try write(vector(["id": "c"]), "sub/deep/c.json")
        _ = try folder.write("not JSON".utf8, to: "README.md")
        _ = try folder.write([0xff], to: "data.bin")
        let result = attest("check", folder.path)
        XCTAssertEqual(
            result.output,
            ["PASS b1", "FAIL b2: expected invalid, got valid", "PASS a", "PASS c", "3 passed, 1 failed"])
        XCTAssertEqual(result.status, 1)
    }

    /// Whoever fills a folder decides what is in it, so what is no file there is left out, and nothing waits for it.
    func testFoldersOfOtherThanFiles() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(JSONSerialization.data(withJSONObject: vector(["id": "a"])), to: "sub.json/a.json")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: file)
        let status = unsafe mkfifo(folder.path + "/pipe.json", 0o600)
        XCTAssertEqual(status, 0)
        // Only for a check that waits for a writer: it then gets one, and is refused for the empty file.
        let pipe = folder.path + "/pipe.json"
        DispatchQueue.global().asyncAfter(deadline: .now() + 20) { _ = FileHandle(forUpdatingAtPath: pipe) }
        let result = attest("check", folder.path)
        XCTAssertEqual(result.output, ["PASS a", "PASS a", "2 passed, 0 failed"], "\(result.errors)")
    }

    /// Files are read one at a time, so that a folder may hold more than fits into memory.
    func testFilesAreReadOneAtATime() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write("{".utf8, to: "a.json")
        let files = try VectorFile.find([folder.path])
        XCTAssertEqual(files.map(\.path), ["\(folder.path)/a.json"])
        _ = try folder.write(JSONSerialization.data(withJSONObject: vector(["id": "later"])), to: "a.json")
        XCTAssertEqual(try files.first?.vectors().map(\.id), ["later"])
    }

    /// Names and outcomes are kept and compared, so they are short.
    func testLongNames() throws {
        let long = String(repeating: "x", count: 257)
        for changes in [["id": long], ["expect": long]] {
            assertMisuse(try check(vector(changes)), mentions: "id or expect has more than 256 bytes")
        }
        XCTAssertEqual(try check(vector(["id": String(long.dropLast())])).status, 0)
        let result = try check(vector(["kind": String(repeating: "x", count: 5000)]))
        assertMisuse(result, mentions: "kind cannot be read")
        XCTAssertLessThan(result.errors.joined().utf8.count, 1000)
    }

    /// Text whose comparison takes time with the square of its length, written in ASCII.
    func testHostileText() throws {
        let marks =
            String(repeating: #"\u0301"#, count: 21_000) + String(repeating: #"\u0334"#, count: 21_000)
        for text in [
            #"{"\#(marks)": 1}"#, #"{"id": "x", "kind": "\#(marks)"}"#, #"[{"id": "x", "expect": "\#(marks)"}]"#,
        ] {
            let folder = try TemporaryFolder()
            assertMisuse(
                attest("check", try folder.write(text.utf8, to: "v.json")),
                mentions: "v.json is not a vector", "more than 30 combining marks in a row")
        }
    }

    func testUnusableArguments() throws {
        let folder = try TemporaryFolder()
        assertMisuse(attest("check"), mentions: "no files given")
        assertMisuse(attest("check", "/nonexistent"), mentions: "/nonexistent", "does not exist")
        assertMisuse(attest("check", folder.path), mentions: "no vectors found")
        assertMisuse(attest("check", "--quick", folder.path), mentions: "unknown option --quick")
    }

    func testUnusableFiles() throws {
        for (text, words) in [
            ("", "not valid JSON"), ("{", "not valid JSON"), ("[]", "no vectors"), ("7", "not a vector"),
            ("{}", "id is missing"),
            (#"{"id": "x", "kind": "passkey"}"#, "kind"), (#"{"id": 7, "kind": "assertion"}"#, "id has another type"),
            (#"{"id": "x", "kind": "assertion"}"#, "appId is missing"),
            (#"{"id": "x", "kind": "attestation", "appId": "A.b", "previousCounter": -1}"#, "not a vector"),
        ] {
            let folder = try TemporaryFolder()
            assertMisuse(attest("check", try folder.write(text.utf8, to: "v.json")), mentions: words)
        }
        for (changes, words): ([String: Any?], String) in [
            (["object": "%%%"], "object is not base64"), (["object": nil], "object is missing"),
            (["validAt": nil], "validAt is missing"), (["validAt": "yesterday"], "validAt is not an ISO 8601 time"),
            (["environment": nil], "environment is missing"), (["environment": "staging"], "environment"),
            (["keyId": nil], "keyId is missing"), (["launch": ["allow": [1]]], "whenAbsent is missing"),
        ] {
            assertMisuse(try check(try vector(changes)), mentions: words)
        }
    }

    /// An unusable file anywhere means that nothing was run, so that no part passes for the whole.
    func testNothingRunsWhenOneFileIsUnusable() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(JSONSerialization.data(withJSONObject: vector()), to: "a.json")
        _ = try folder.write("{".utf8, to: "z.json")
        assertMisuse(attest("check", folder.path), mentions: "z.json")
    }
}
