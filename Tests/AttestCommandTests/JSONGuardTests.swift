import Foundation
import XCTest

@testable import AttestCommand

/// Text that is refused before a decoder compares it, and other text that is not.
final class JSONGuardTests: XCTestCase {
    private func isRefused(_ text: String) -> Bool { JSONGuard.fault(in: Array(text.utf8)) != nil }

    /// Raw and as escapes, in either case, with a surrogate pair, and a mark that counts as a letter in the order.
    func testMarksInARow() {
        for mark in ["\u{301}", "\u{1d165}", "\u{f73}", #"\u0301"#, #"\uD834\uDD65"#, #"\ud834\udd65"#, #"\u0F73"#] {
            for place in ["{\"a%\": 1}", "{\"a\": \"%\"}", "[\"%\"]"] {
                func document(_ count: Int) -> String {
                    place.replacingOccurrences(of: "%", with: String(repeating: mark, count: count))
                }
                XCTAssertFalse(isRefused(document(30)), document(30))
                XCTAssertTrue(isRefused(document(31)), document(31))
            }
        }
        XCTAssertTrue(isRefused(#"{""# + String(repeating: #"\u0301"# + "\u{334}", count: 16) + #"": 1}"#), "mixed")
    }

    func testOtherText() {
        for part in [
            "\u{6587}", "e\u{301}", #"e\u0301"#, #"\\u0301"#, #"\u0301\n"#, #"\ud834"#, #"\ud834\u0041"#, #"\u0041"#,
            "\u{915}\u{94d}\u{937}\u{93f}", "\u{1f468}\u{200d}",
        ] {
            XCTAssertFalse(isRefused("[\"\(String(repeating: part, count: 500))\"]"), part)
        }
        for text in ["", "{}", #""\"#, #""\u"#, #""\u12"#] { XCTAssertFalse(isRefused(text), text) }
    }

    /// Decoders find out the encoding of a document by themselves.
    func testOtherEncodings() throws {
        let text = #"{"a": "b"}"#
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16, .utf32LittleEndian, .utf32] {
            XCTAssertNotNil(JSONGuard.fault(in: try XCTUnwrap(text.data(using: encoding))), "\(encoding)")
        }
        XCTAssertNotNil(JSONGuard.fault(in: Array("[\"".utf8) + [0xff] + Array("\"]".utf8)))
    }
}
