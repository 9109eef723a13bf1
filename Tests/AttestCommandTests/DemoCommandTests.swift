import Foundation
import XCTest

final class DemoCommandTests: XCTestCase {
    func testEverythingComesOutAsItShould() throws {
        let result = attest("demo")
        XCTAssertEqual(result.status, 0, result.text)
        XCTAssertEqual(
            result.output.filter { $0.hasPrefix("ok ") || $0.hasPrefix("refused ") },
            [
                "ok       An app attests a new key",
                "ok       It signs a request",
                "ok       It signs another one, after a restart of the server",
                "refused  The same request is sent again",
                "refused  A counter is used again, with a new challenge",
                "refused  The body is altered on the way",
                "refused  Another app attests a key",
            ])
    }

    func testJSON() throws {
        let acts = try XCTUnwrap(try attest("demo", "--json").json()["acts"] as? [[String: Any]])
        XCTAssertEqual(
            acts.compactMap { $0["code"] as? String },
            ["challengeSpent", "counterNotIncreased", "signatureInvalid", "appIDMismatch"])
        XCTAssertTrue(acts.allSatisfy { $0["asExpected"] as? Bool == true })
    }

    func testNothingIsLeftBehind() throws {
        _ = attest("demo")
        // Others may run the demo at the same time.
        let own = "attest-demo-\(ProcessInfo.processInfo.processIdentifier)-"
        let left = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path())
        XCTAssertEqual(left.filter { $0.hasPrefix(own) }, [])
        assertMisuse(attest("demo", "x"), mentions: "x is unexpected")
    }
}
