import Foundation
import XCTest

/// All genuine objects: those that Apple publishes, and those in the folder that ATTEST_VECTORS names.
final class GenuineVectorTests: XCTestCase {
    func testApplesSamples() {
        let result = attest("check", projectFolder + "/Fixtures/apple")
        XCTAssertEqual(result.output, ["PASS att-apple-guide-2024", "PASS att-apple-guide-2026", "2 passed, 0 failed"])
        XCTAssertEqual(result.status, 0)
    }

    func testGenuineDevices() throws {
        guard let folder = ProcessInfo.processInfo.environment["ATTEST_VECTORS"] else {
            throw XCTSkip("ATTEST_VECTORS is not set; it names a folder of objects of genuine devices")
        }
        let result = attest("check", folder)
        XCTAssertEqual(result.errors, [])
        XCTAssertEqual(result.status, 0, result.output.filter { $0.hasPrefix("FAIL") }.joined(separator: "\n"))

        let passed = result.output.filter { $0.hasPrefix("PASS ") }
        // 49 attestations, 26 assertions and 5 receipts were there when this was written; none may go missing unnoticed.
        XCTAssertGreaterThanOrEqual(passed.filter { $0.hasPrefix("PASS att-") }.count, 49)
        XCTAssertGreaterThanOrEqual(passed.filter { $0.hasPrefix("PASS asr-") }.count, 26)
        XCTAssertGreaterThanOrEqual(passed.filter { $0.hasPrefix("PASS rcpt-") }.count, 5)

        // Each file of the folder holds one object, and each was run.
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        XCTAssertEqual(passed.count, files.count)
        XCTAssertEqual(result.output.last, "\(passed.count) passed, 0 failed")
    }
}
