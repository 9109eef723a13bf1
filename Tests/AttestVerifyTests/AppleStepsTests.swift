import AttestCore
import AttestTesting
import Foundation
import XCTest

/// The tables of the article "Apple's steps" are those of the validators, and the tests that they name exist.
final class AppleStepsTests: XCTestCase {
    private struct Row: Equatable {
        let number: Int?
        let name: String
    }

    private let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

    func testSteps() throws {
        let scene = try Scene()
        let keyID = try scene.device.generateKey()
        let hash = try ClientDataHash(sha256Of: "x".utf8)
        let policy = try AppPolicy(appID: Scene.appID, environments: [.production], launch: .any)
        let attestation = try AttestationValidator(apps: [policy], anchors: Scene.authority.get().anchors).examine(
            AttestationObject(decoding: scene.device.attest(keyID, clientDataHash: hash)), keyID: keyID,
            clientDataHash: hash, at: scene.clock.now)
        let assertion = try AssertionValidator(apps: [policy]).examine(
            AssertionObject(decoding: scene.device.assert(keyID, clientDataHash: hash)), clientDataHash: hash,
            publicKey: scene.device.publicKey(of: keyID), after: 0)

        XCTAssertEqual(
            try table().map { Row(number: Int($0[0]), name: $0[1].code) },
            (attestation.steps + assertion.steps).map { Row(number: $0.number, name: $0.name) })
    }

    func testCodesAndTests() throws {
        let tests = try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter {
            $0.hasPrefix("Tests/Attest") && $0.hasSuffix("Tests.swift")
        }.map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
        for row in try table() {
            for code in row[2].split(separator: ",") {
                XCTAssertNotNil(AttestError.Code(rawValue: String(code).code), "\(row)")
            }
            XCTAssertTrue(tests.contains("func \(row[3].code)()"), "no test \(row[3])")
        }
    }

    /// The cells of all rows that name a step.
    private func table() throws -> [[String]] {
        let file = folder.appending(path: "Sources/AttestVerify/AttestVerify.docc/AppleSteps.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| ") }
        return rows.map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }.filter { $0[1] != "name" }
    }
}

extension String {
    /// The text without the marks of code.
    fileprivate var code: String { trimmingCharacters(in: CharacterSet(charactersIn: "` ")) }
}
