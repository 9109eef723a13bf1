import Foundation
import XCTest

@testable import AttestCommand

/// Files that are too large for what they should hold are refused by their sizes.
final class InputLimitTests: XCTestCase {
    private let kibibyte: UInt64 = 1024

    /// All commands that read files, each with the largest that it takes.
    private func calls(_ file: String, vector: String) throws -> [(call: [String], limit: UInt64)] {
        let key = Data([4] + [UInt8](repeating: 1, count: 64)).base64EncodedString()
        let attestation = [
            "verify", "attestation", "--app-id", "A1B2C3D4E5.a.b", "--key-id",
            "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=", "--challenge", "x",
        ]
        let assertion = ["verify", "assertion", "--app-id", "A1B2C3D4E5.a.b", "--public-key", key, "--counter", "0"]
        return [
            (["inspect", file], 256 * kibibyte), (["receipt", "inspect", file], 256 * kibibyte),
            (["receipt", "verify", file], 256 * kibibyte), (attestation + [file], 256 * kibibyte),
            (attestation + ["--root", file, vector], 64 * kibibyte),
            (["receipt", "verify", "--root", file, vector], 64 * kibibyte),
            (assertion + ["--client-data-hash", "AAAA", file], 256 * kibibyte),
            (assertion + ["--client-data", file, vector], 16 * 1024 * kibibyte),
            (["check", file], 16 * 1024 * kibibyte),
            (["device", "attest", "--challenge", "x", "--authority", file], 64 * kibibyte),
        ]
    }

    /// A file of which nothing is on the disk; reading all of it would take minutes.
    private func sparse(_ path: String, bytes: UInt64) throws {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let file = try XCTUnwrap(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: bytes)
        try file.close()
    }

    func testLargeFiles() throws {
        let folder = try TemporaryFolder()
        let (file, vector) = ("\(folder.path)/large.json", try folder.write("AAAA".utf8, to: "object"))
        for (call, limit) in try calls(file, vector: vector) {
            for bytes in [limit + 1, 1 << 40] {
                try sparse(file, bytes: bytes)
                assertMisuse(attest(call), mentions: "large.json has \(bytes) bytes", "may have up to \(limit)")
            }
            // At the limit a file is read, and refused for what it holds, if it is.
            try sparse(file, bytes: limit)
            let result = attest(call)
            XCTAssertFalse((result.output + result.errors).joined().contains("may have up to"), "\(call) \(result)")
        }
    }

    func testFoldersOfVectors() throws {
        let folder = try TemporaryFolder()
        try sparse(folder.write([], to: "below/large.json"), bytes: 1 << 40)
        assertMisuse(attest("check", folder.path), mentions: "below/large.json has", "vectors may have up to 16777216")
    }

    /// Pipes and devices have no size before they are read.
    func testEndlessFiles() throws {
        for (call, limit) in try calls("/dev/zero", vector: projectFolder + "/README.md") {
            assertMisuse(attest(call), mentions: "/dev/zero has more than \(limit) bytes")
        }
    }

    func testStandardInput() throws {
        let input = [UInt8](repeating: UInt8(ascii: "A"), count: 256 * 1024 + 1)
        assertMisuse(
            attest("inspect", "-", input: input), mentions: "standard input has more than 262144 bytes, and an object")
        assertMisuse(attest("inspect", "-", input: Array(input.dropLast())), mentions: "- cannot be read")
    }

    /// The stream of a process is read no further than to its limit either.
    func testStandardInputOfAProcess() throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data(repeating: 1, count: 5000))
        let saved = dup(STDIN_FILENO)
        dup2(pipe.fileHandleForReading.fileDescriptor, STDIN_FILENO)
        defer {
            dup2(saved, STDIN_FILENO)
            close(saved)
        }
        // The pipe stays open: reading to its end would never return.
        XCTAssertEqual(Console.process.standardInput(4000), [UInt8](repeating: 1, count: 4000))
    }

    func testFoldersAndMissingFiles() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, "\(folder.path)/none"] {
            assertMisuse(attest("inspect", path), mentions: "cannot read")
        }
    }

    /// Text whose comparison takes time with the square of its length.
    func testHostileText() {
        let text = "a" + String(repeating: "\u{301}", count: 60_000) + String(repeating: "\u{334}", count: 60_000)
        for input in [text, #"{"x": ""# + text + #""}"#, #"{""# + text + #"": 1}"#] {
            let start = clock()
            XCTAssertEqual(attest("inspect", "-", input: Array(input.utf8)).status, 2)
            // Some milliseconds, where it was a minute.
            XCTAssertLessThan(Double(clock() - start) / Double(CLOCKS_PER_SEC), 10)
        }
    }

    /// The line is found as bytes: with a combining mark behind it, its end is another character.
    func testCertificatesAreFoundAsBytes() throws {
        let folder = try TemporaryFolder()
        let text = "-----BEGIN CERTIFICATE-----\u{301}\nAAAA\n-----END CERTIFICATE-----\n"
        let pem = try folder.write(text.utf8, to: "root.pem")
        XCTAssertEqual(try InputFile.certificate(pem, console: .process), [0, 0, 0])
    }

    func testCertificatesWithWrittenLineBreaks() throws {
        let folder = try TemporaryFolder()
        let text = #"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"#
        let pem = try folder.write(text.utf8, to: "root.pem")
        let object = try folder.write("AAAA".utf8, to: "object")
        assertMisuse(
            attest("receipt", "verify", "--root", pem, object), mentions: "PEM or DER", "a backslash and an n")
    }
}
