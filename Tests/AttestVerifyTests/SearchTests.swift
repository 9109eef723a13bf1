import XCTest

@testable import AttestVerify

final class SearchTests: XCTestCase {
    /// All short texts of two letters in all of twice the length, beside the standard library's search.
    func testAsTheStandardLibrary() {
        func texts(_ count: Int) -> [[UInt8]] {
            (0..<1 << count).map { number in (0..<count).map { UInt8(number >> $0 & 1) } }
        }
        let short = (0...4).flatMap(texts)
        for long in (0...8).flatMap(texts) {
            for text in short { XCTAssertEqual(long.contains(bytes: text), long.contains(text), "\(long) \(text)") }
        }
    }
}
