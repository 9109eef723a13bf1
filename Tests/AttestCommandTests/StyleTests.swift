import AttestCore
import AttestTesting
import XCTest

/// Colours only on a terminal, and never with NO_COLOR.
final class StyleTests: XCTestCase {
    private func isColoured(isTerminal: Bool, _ environment: [String: String]) -> Bool {
        let result = attest(
            ["check", projectFolder + "/Fixtures/apple"], isTerminal: isTerminal, environment: environment)
        XCTAssertEqual(result.status, 0)
        XCTAssertTrue(result.output.contains("2 passed, 0 failed"), "what tools read is never coloured")
        return result.text.contains("\u{1b}[32mPASS\u{1b}[0m att-apple-guide-2024")
    }

    func testWhenColoursAreUsed() {
        XCTAssertTrue(isColoured(isTerminal: true, ["TERM": "xterm"]))
        XCTAssertTrue(isColoured(isTerminal: true, ["NO_COLOR": ""]), "set, but to nothing: as the convention has it")
        XCTAssertFalse(isColoured(isTerminal: false, ["TERM": "xterm"]))
        XCTAssertFalse(isColoured(isTerminal: true, ["NO_COLOR": "1"]))
        XCTAssertFalse(isColoured(isTerminal: true, ["NO_COLOR": "0"]))
        XCTAssertFalse(isColoured(isTerminal: true, ["TERM": "dumb"]))
    }

    /// Without its colours, the output on a terminal is the same.
    func testColoursAreAllThatDiffers() throws {
        let scene = try VirtualScene()
        let object = try scene.device.attest(scene.keyID, clientDataHash: ClientDataHash(sha256Of: "x".utf8))
        for challenge in ["x", "y"] {
            let call = scene.attestationArguments(challenge: challenge)
            let coloured = attest(call, input: object, isTerminal: true).output
            let plain = attest(call, input: object).output
            XCTAssertNotEqual(coloured, plain)
            let colour = /\u{1b}\[[0-9]+m/
            XCTAssertEqual(coloured.map { $0.replacing(colour, with: "") }, plain)
            let json = attest(call + ["--json"], input: object, isTerminal: true).text
            XCTAssertFalse(json.contains("\u{1b}"))
        }
    }
}
