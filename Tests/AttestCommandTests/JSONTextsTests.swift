import Foundation
import XCTest

@testable import AttestCommand

/// The texts of a JSON document, of which there may be many, and with long paths.
final class JSONTextsTests: XCTestCase {
    private func texts(_ json: String) -> [(path: String, text: String)]? { JSONTexts(Array(json.utf8))?.texts }

    func testPaths() {
        let found = texts(#"{"b": [1, "x", {"c": "y"}], "a": "z", "d": null, "e": {}}"#) ?? []
        XCTAssertEqual(found.map(\.path), ["a", "b.1", "b.2.c"])
        XCTAssertEqual(found.map(\.text), ["z", "x", "y"])
        XCTAssertNil(texts("\"lone\""))
        XCTAssertNil(texts("{"))
    }

    /// 256 KiB that cost gigabytes: a long name in the path of each of many texts.
    func testManyTextsBelowALongName() {
        let list = [String](repeating: "\"\"", count: 40_000).joined(separator: ",")
        let found = texts("{\"\(String(repeating: "a", count: 120_000))\":[\(list)]}") ?? []
        XCTAssertEqual(found.count, JSONTexts.most)
        XCTAssertLessThanOrEqual(found.map(\.path.utf8.count).max() ?? 0, 80)
        XCTAssertEqual(found.last?.path, String(repeating: "a", count: 64) + "….999")
    }

    func testDeepTexts() {
        func nested(_ depth: Int) -> String {
            String(repeating: "{\"a\":", count: depth) + "\"x\"" + String(repeating: "}", count: depth)
        }
        XCTAssertEqual(texts(nested(8))?.count, 1)
        XCTAssertEqual(texts(nested(9))?.count, 0)
    }

    /// Names whose hashing takes long never reach the decoder.
    func testHostileNames() {
        XCTAssertNil(texts(#"{""# + String(repeating: #"\u0301"#, count: 31) + #"": "x"}"#))
    }
}
