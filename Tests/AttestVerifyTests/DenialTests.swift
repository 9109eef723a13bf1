import AttestCore
import Foundation
import XCTest

@testable import AttestVerify

final class DenialTests: XCTestCase {
    private let policy = DenialPolicy()

    func testCategories() {
        for code in AttestError.Code.allCases {
            let denial = policy.denial(for: AttestError(code, "a reason"))
            switch code.category {
            case .malformed: XCTAssertEqual(denial, Denial(status: 422, code: .malformed), code.rawValue)
            case .untrusted, .replay: XCTAssertEqual(denial, Denial(status: 403, code: .refused), code.rawValue)
            case .policy:
                XCTAssertEqual(denial.status, 403)
                XCTAssertEqual(denial.code, code == .keyUnknown ? .unknownKey : .refused, code.rawValue)
            case .unavailable: XCTAssertEqual(denial, Denial(status: 503, code: .unavailable), code.rawValue)
            case .misuse: XCTAssertEqual(denial, Denial(status: 400, code: .notConfigured), code.rawValue)
            }
        }
    }

    func testChoices() {
        let careful = DenialPolicy(refused: .unauthorized, unknownKey: .hidden)
        XCTAssertEqual(careful.denial(for: .nonceMismatch), Denial(status: 401, code: .refused))
        XCTAssertEqual(careful.denial(for: .keyUnknown), Denial(status: 401, code: .refused))
        XCTAssertEqual(policy.denial(for: .keyUnknown), Denial(status: 403, code: .unknownKey))
    }

    func testOtherErrorsAreNoVerdict() {
        for error in [CancellationError(), StoreDown()] as [any Error] {
            XCTAssertEqual(policy.denial(for: error), Denial(status: 503, code: .unavailable))
        }
    }

    /// Nothing that a client is told gives a reason away.
    func testTheCodesAreOpaque() {
        let told = Set(AttestError.Code.allCases.map { policy.denial(for: $0).code.rawValue })
        XCTAssertEqual(told, ["malformed", "refused", "unknown_key", "unavailable", "not_configured"])
    }

    /// The table in the documentation has every code, with the answer that clients really get.
    func testTheDocumentedTable() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/AttestVerify/AttestVerify.docc/Denials.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let expected = AttestError.Code.allCases.map { code in
            let denial = policy.denial(for: code)
            return "| `\(code.rawValue)` | \(code.category.rawValue) | \(denial.status) | `\(denial.code.rawValue)` | "
                + "\(code.explanation) |"
        }
        XCTAssertEqual(rows, expected)
        if rows != expected { print(expected.joined(separator: "\n")) }
    }
}
