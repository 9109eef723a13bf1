import Foundation
import XCTest

@testable import AttestCore

final class Base64Tests: XCTestCase {
    /// What Foundation decodes, and encodes again to the same text.
    private func reference(_ text: String) -> [UInt8]? {
        guard !text.contains(where: { "-_".contains($0) }) || !text.contains(where: { "+/".contains($0) }) else {
            return nil
        }
        var standard = text.replacing("-", with: "+").replacing("_", with: "/")
        if standard.utf8.count % 4 != 0, !standard.hasSuffix("=") {
            standard += String(repeating: "=", count: 4 - standard.utf8.count % 4)
        }
        guard let data = Data(base64Encoded: standard), data.base64EncodedString() == standard else { return nil }
        return Array(data)
    }

    func testAsFoundation() {
        var random = Random(seed: 1)
        let characters = Array("AAQgwBz09+/-_== \n\u{e9}")
        var accepted = 0
        for _ in 0..<4000 {
            let text = String((0..<random.below(10)).map { _ in random.element(of: characters) })
            let bytes = Base64.decode(text)
            XCTAssertEqual(bytes, reference(text), text.debugDescription)
            accepted += bytes == nil ? 0 : 1
        }
        XCTAssertGreaterThan(accepted, 100)
    }

    func testRoundTrip() {
        var random = Random(seed: 2)
        for count in 0..<70 {
            let bytes = random.bytes(count)
            XCTAssertEqual(Base64.decode(Base64.encode(bytes)), bytes)
            XCTAssertEqual(Base64.decode(Base64.encodeURLSafe(bytes)), bytes)
        }
    }
}
