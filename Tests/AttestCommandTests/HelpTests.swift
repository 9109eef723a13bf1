import XCTest

final class HelpTests: XCTestCase {
    func testHelpOfTheWhole() {
        for arguments in [["--help"], ["-h"], ["help"]] {
            let result = attest(arguments)
            XCTAssertEqual(result.status, 0)
            for name in [
                "check", "verify attestation", "verify assertion", "inspect", "explain", "device attest",
                "device vectors",
            ] {
                XCTAssertTrue(result.text.contains("  attest \(name) "), name)
            }
        }
        XCTAssertFalse(attest("verify", "--help").text.contains("attest check"))
        XCTAssertLessThan(attest("--help").text.split(separator: "\n").map(\.count).max() ?? 0, 90)
    }

    func testHelpOfEachCommand() {
        for name in [
            ["check"], ["verify", "attestation"], ["verify", "assertion"], ["inspect"], ["explain"],
            ["device", "attest"], ["device", "assert"], ["device", "vectors"], ["demo"],
        ] {
            let result = attest(name + ["--help"])
            XCTAssertEqual(result.status, 0)
            XCTAssertEqual(result.errors, [])
            XCTAssertTrue(result.text.hasPrefix("attest \(name.joined(separator: " "))"), result.text)
            XCTAssertTrue(result.text.contains("Exit status: 0"))
            XCTAssertLessThan(result.text.split(separator: "\n").map(\.count).max() ?? 0, 90)
        }
    }

    func testUnknownCommands() {
        assertMisuse(attest(), mentions: "attest --help")
        assertMisuse(attest("chek"), mentions: "unknown command chek; did you mean 'attest check'?", "attest --help")
        assertMisuse(attest("frobnicate"), mentions: "unknown command frobnicate; run 'attest --help'")
        assertMisuse(attest("inspect", "--jsn", "-"), mentions: "unknown option --jsn; did you mean --json?")
        assertMisuse(attest("verify"), mentions: "attest verify attestation, attest verify assertion", "attest --help")
        assertMisuse(attest("verify", "receipt"), mentions: "attest --help")
        assertMisuse(attest("chek", "--help"), mentions: "unknown command")
    }
}
