import AttestCore
import Foundation
import XCTest

@testable import AttestVerify

final class DenialTests: XCTestCase {
    private let policy = DenialPolicy()

    /// Every code: what the text of a request shows, the server's own failures, the unknown key; all else is one refusal.
    func testEveryCode() {
        let exceptions: [AttestError.Code: Denial] = [
            .malformedBase64: Denial(status: 422, code: .malformed),
            .malformedKeyID: Denial(status: 422, code: .malformed),
            .malformedRequest: Denial(status: 422, code: .malformed),
            .keyUnknown: Denial(status: 403, code: .unknownKey),
            .invalidConfiguration: Denial(status: 500, code: .internalError),
            .malformedAppID: Denial(status: 500, code: .internalError),
            .malformedClientDataHash: Denial(status: 500, code: .internalError),
            .malformedPublicKey: Denial(status: 500, code: .internalError),
            .malformedTrustAnchor: Denial(status: 500, code: .internalError),
            .storeFailure: Denial(status: 503, code: .unavailable),
            .internalFailure: Denial(status: 503, code: .unavailable),
        ]
        for code in AttestError.Code.allCases {
            let expected = exceptions[code] ?? Denial(status: 403, code: .refused)
            XCTAssertEqual(policy.denial(for: AttestError(code, "a reason")), expected, code.rawValue)
            XCTAssertEqual(policy.denial(for: code), expected, code.rawValue)
        }
    }

    /// A limit can be that of the request's text, which is seen from outside, or of something inside.
    func testLimits() {
        let ofText = AttestError(.limitExceeded, "a reason", isOfRequestText: true)
        XCTAssertEqual(policy.denial(for: ofText), Denial(status: 422, code: .malformed))
        XCTAssertEqual(policy.denial(for: AttestError(.limitExceeded, "a reason")), Denial(status: 403, code: .refused))
    }

    func testWhatIsSwitchedOff() {
        XCTAssertEqual(Denial.notConfigured, Denial(status: 400, code: .notConfigured))
        XCTAssertEqual(Denial.notConfigured.body, #"{"error":"not_configured"}"#)
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
        XCTAssertEqual(told, ["malformed", "refused", "unknown_key", "unavailable", "internal_error"])
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
