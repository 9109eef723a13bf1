import AttestCore
import Foundation
import XCTest

@testable import AttestServices

final class ServiceTests: XCTestCase {
    func testHosts() throws {
        XCTAssertEqual(
            ServiceHosts.apple.url("data.appattest.apple.com", "/v1/attestationData"),
            "https://data.appattest.apple.com/v1/attestationData")
        for (gateway, url) in [
            ("https://gateway.example", "https://gateway.example/host/path"),
            ("https://gateway.example:8443/a/b_1.c", "https://gateway.example:8443/a/b_1.c/host/path"),
            ("http://127.0.0.1", "http://127.0.0.1/host/path"),
            ("http://127.0.0.1:80/a", "http://127.0.0.1:80/a/host/path"),
            ("http://[::1]:65535", "http://[::1]:65535/host/path"),
        ] {
            XCTAssertEqual(try ServiceHosts(gateway: gateway).url("host", "/path"), url)
        }
    }

    func testGatewaysThatAreRefused() {
        for gateway in [
            "", "http://", "https://", "https:///", "http://gateway.example", "http://127.0.0.2",
            "http://127.0.0.1.example",
            "http://127.1", "http://2130706433", "http://0x7f.0.0.1", "http://localhost",
            "http://127.0.0.1@example.com",
            "http://127.0.0.1:80@example.com", "https://user@gateway.example", "http://127.0.0.1#.example.com",
            "http://127.0.0.1\\@example.com", "http://127.0.0.1?x", "http://127.0.0.1:", "http://127.0.0.1:65536",
            "http://127.0.0.1:080", "http://127.0.0.1:+80", "http://127.0.0.1:-1", "http://127.0.0.1/", "https://a//b",
            "https://a/../b",
            "https://a/./b", "https://a/%2e", "https://a b", "https://a\r\nb", "https://gatew\u{e4}y.example",
            "ftp://127.0.0.1",
            "HTTP://127.0.0.1", "//127.0.0.1", "127.0.0.1", "http://[::2]", "http://[::1", "http://[::1]x",
            "https://[fe80::1]",
            "http://127.0.0.1\u{301}", "http://\u{661}27.0.0.1",
        ] {
            XCTAssertThrowsError(try ServiceHosts(gateway: gateway), gateway) { error in
                XCTAssertEqual((error as? AttestError)?.code, .invalidConfiguration)
            }
        }
    }

    /// The table in the documentation has every code.
    func testTheDocumentedTable() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/AttestServices/AttestServices.docc/Failures.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        let expected = AppleServiceError.Code.allCases.map { code in
            "| `\(code.rawValue)` | \(code.category.rawValue) | \(code.explanation) |"
        }
        XCTAssertEqual(rows.map(String.init), expected)
    }

    func testRetryAfter() {
        // Sun, 06 Nov 1994 08:49:37 GMT, an example of RFC 9110.
        let now = Date(timeIntervalSince1970: 784_111_777)
        for (value, seconds): (String, Int?) in [
            ("0", 0), ("1", 1), (" 120 ", 120), ("86400", 86_400), ("86401", 86_400),
            ("99999999999999999999999999", 86_400), ("-1", nil), ("+1", nil), ("1.5", nil), ("", nil), (" ", nil),
            ("\u{661}", nil),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
            ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Mon, 07 Nov 1994 08:49:36 GMT", 86_399),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 6 Nov 1994 08:50:37 GMT", nil),
            ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil),
            ("Sun, 06 nov 1994 08:49:37 GMT", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
            ("Sun, 06 Nov -994 08:49:37 GMT", nil),
        ] {
            XCTAssertEqual(RetryAfter.parse(value, now: now), seconds.map { .seconds($0) }, value)
        }
    }

    /// Days of a century, against Foundation's calendar.
    func testRetryAfterOnAllDays() {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for day in Array(stride(from: 10_000, to: 46_000, by: 37)) + [11_015, 11_016, 11_017, 47_540, 47_541] {
            let time = Date(timeIntervalSince1970: Double(day) * 86_400 + 4321)
            let parsed = RetryAfter.parse(formatter.string(from: time), now: time.addingTimeInterval(-7))
            XCTAssertEqual(parsed, .seconds(7), "\(time)")
        }
    }
}
