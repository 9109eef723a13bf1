import AttestVerify
import XCTest

final class DenialResponseTests: XCTestCase {
    func testResponse() {
        let forbidden = DenialPolicy().denial(for: .signatureInvalid)
        XCTAssertEqual(forbidden.body, #"{"error":"refused"}"#)
        XCTAssertEqual(
            forbidden.headers.map { "\($0): \($1)" }, ["Content-Type: application/json", "Cache-Control: no-store"])

        let unauthorized = DenialPolicy(refused: .unauthorized).denial(for: .signatureInvalid)
        XCTAssertEqual(unauthorized.body, forbidden.body)
        XCTAssertEqual(unauthorized.headers.map { "\($0): \($1)" }.last, "WWW-Authenticate: AppAttest")
        XCTAssertEqual(DenialPolicy().denial(for: .keyUnknown).body, #"{"error":"unknown_key"}"#)
    }
}
