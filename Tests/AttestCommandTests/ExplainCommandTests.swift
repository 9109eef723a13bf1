import AttestCore
import XCTest

final class ExplainCommandTests: XCTestCase {
    func testEveryCode() throws {
        for code in AttestError.Code.allCases {
            let result = attest("explain", code.rawValue)
            XCTAssertEqual(result.status, 0)
            XCTAssertTrue(result.text.hasPrefix("\(code.rawValue) (\(code.category.rawValue); clients are told "))
            XCTAssertTrue(result.text.contains("Likely causes:\n  - "), result.text)
            XCTAssertTrue(result.text.contains("What to change:\n  "), result.text)
            XCTAssertTrue(result.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, result.text)

            let json = try attest("explain", "--json", code.rawValue).json()
            XCTAssertEqual(json["meaning"] as? String, code.explanation)
            XCTAssertEqual((json["causes"] as? [String])?.isEmpty, false)
            XCTAssertEqual((json["change"] as? String)?.hasSuffix("."), true, code.rawValue)
        }
    }

    /// The mistakes that a challenge for another binding most often comes from.
    func testInvalidChallenges() throws {
        let text = attest("explain", "challengeInvalid").text.replacing("\n", with: " ")
        let words = text.split(separator: " ").joined(separator: " ")
        for mistake in [
            "under another secret or audience", "another session, account or key", "a plus sign arrives as a space",
            "clock of the instance that issued it is ahead",
        ] { XCTAssertTrue(words.contains(mistake), mistake) }
        XCTAssertTrue(attest("explain", "malformedKeyID").text.contains("%2B"))
    }

    func testList() throws {
        let lines = attest("explain").output
        for code in AttestError.Code.allCases {
            XCTAssertEqual(lines.filter { $0.hasPrefix("  \(code.rawValue) ") }.count, 1, code.rawValue)
        }
        let codes = try XCTUnwrap(try attest("explain", "--json").json()["codes"] as? [[String: Any]])
        XCTAssertEqual(codes.count, AttestError.Code.allCases.count)
    }

    func testUnknownCodes() {
        assertMisuse(attest("explain", "noncemissmatch"), mentions: "did you mean nonceMismatch?")
        assertMisuse(attest("explain", "keyUnknwon"), mentions: "did you mean keyUnknown?")
        assertMisuse(attest("explain", "xyzzy"), mentions: "run 'attest explain' for the list")
        assertMisuse(attest("explain", "keyUnknown", "storeFailure"), mentions: "2 codes given")
        assertMisuse(attest("explain", String(repeating: "x", count: 100_000)), mentions: "is no code")
    }
}
