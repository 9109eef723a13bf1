import Foundation
import XCTest

@testable import AttestCore

final class ReceiptTimeTests: XCTestCase {
    private func time(_ text: String) -> Double? {
        Date(receiptTime: Array(text.utf8))?.timeIntervalSince1970
    }

    func testTimes() throws {
        XCTAssertEqual(time("1970-01-01T00:00:00Z"), 0)
        XCTAssertEqual(time("2026-09-21T14:13:20Z"), 1_790_000_000)
        XCTAssertEqual(try XCTUnwrap(time("2021-01-20T22:49:19.37Z")), 1_611_182_959.37, accuracy: 1e-6)
        XCTAssertEqual(try XCTUnwrap(time("2021-01-20T22:49:19.370000001Z")), 1_611_182_959.37, accuracy: 1e-6)
        XCTAssertEqual(time("2021-01-20T22:49:19.0Z"), 1_611_182_959)
        XCTAssertEqual(time("2024-02-29T23:59:59Z"), 1_709_251_199)
        XCTAssertEqual(time("0001-01-01T00:00:00Z"), -62_135_596_800)
        XCTAssertEqual(time("9999-12-31T23:59:59Z"), 253_402_300_799)
    }

    func testOthers() {
        for text in [
            "", "Z", "2021-01-20", "2021-01-20T22:49:19", "2021-01-20T22:49:19.Z", "2021-01-20T22:49:19.37",
            "2021-01-20 22:49:19Z", "2021-01-20T22:49:19z", "2021-01-20T22:49:19+00:00", "2021-01-20T22:49Z",
            "2021-1-20T22:49:19Z", "2021-02-29T00:00:00Z", "2021-13-01T00:00:00Z", "2021-00-01T00:00:00Z",
            "2021-01-00T00:00:00Z", "2021-01-32T00:00:00Z", "2021-01-01T24:00:00Z", "2021-01-01T00:60:00Z",
            "2021-01-01T00:00:60Z", "0000-01-01T00:00:00Z", "-021-01-01T00:00:00Z", "2021-01-20T22:49:19,37Z",
            "2021-01-20T22:49:19.1234567890Z", "2021-01-20T22:49:19.3 Z", " 2021-01-20T22:49:19Z",
            "2021-01-20T22:49:19.37Z ", "２021-01-20T22:49:19Z",
        ] {
            XCTAssertNil(time(text), text)
        }
    }
}
