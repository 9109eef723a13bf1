import AttestCore
import AttestTesting
import Foundation
import XCTest

@testable import AttestServices

final class AppAttestClientTests: XCTestCase {
    func testReceiptIsExchanged() async throws {
        let scene = try Scene()
        let result = try await scene.refresh()
        XCTAssertEqual(result, .renewed(Array("my receipt, renewed".utf8)))
        let request = try XCTUnwrap(scene.standIn.requests.first)
        XCTAssertEqual(request.method, "POST")
        XCTAssertEqual(request.host, "data.appattest.apple.com")
        XCTAssertEqual(request.path, "/v1/attestationData")
        XCTAssertEqual(String(decoding: request.body, as: UTF8.self), "bXkgcmVjZWlwdA==")
        XCTAssertEqual(request.headers["authorization"], try scene.tokens.token().text)
        XCTAssertEqual(request.headers["authorization"]?.contains(" "), false)
    }

    func testEnvironmentsHaveHostsOfTheirOwn() async throws {
        let scene = try Scene { receipt, environment in
            guard environment == .development else {
                throw FakeAppleServices.Refusal(status: 400, text: "Incorrect Environment")
            }
            return receipt
        }
        let result = try await scene.appAttest.refreshReceipt([1, 2, 3], environment: .development)
        XCTAssertEqual(result, .renewed([1, 2, 3]))
        XCTAssertEqual(scene.standIn.requests.map(\.host), ["data-development.appattest.apple.com"])
        await assertFails(.incorrectEnvironment) { _ = try await scene.refresh() }
    }

    func testLargeReceipts() async throws {
        let scene = try Scene { receipt, _ in receipt }
        let receipt = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let result = try await scene.appAttest.refreshReceipt(receipt, environment: .production)
        XCTAssertEqual(result, .renewed(receipt))
    }

    func testAnEmptyReceiptIsRefusedByApple() async throws {
        let scene = try Scene()
        await assertFails(.badPayload) {
            _ = try await scene.appAttest.refreshReceipt([], environment: .production)
        }
    }

    func testResults() async throws {
        let scene = try Scene()
        let replies: [(FakeAppleServices.Reply, ReceiptExchange)] = [
            (.response(200, "AQID"), .renewed([1, 2, 3])),
            (.response(200, "\r\n AQID\t\n"), .renewed([1, 2, 3])),
            (.response(304), .notYet),
            (.response(404, "No Data Found"), .noData),
        ]
        for (reply, expected) in replies {
            scene.standIn.enqueue(reply)
            let result = try await scene.refresh()
            XCTAssertEqual(result, expected, "\(reply)")
        }
    }

    func testFailures() async throws {
        let scene = try Scene()
        let table: [(status: Int, text: String, code: AppleServiceError.Code)] = [
            (400, "Incorrect Environment", .incorrectEnvironment),
            (400, "{\"error\": \"Incorrect Environment\"}\n", .incorrectEnvironment),
            (400, "Bad Payload", .badPayload),
            (400, "", .badRequest),
            (400, "device token", .badRequest),
            (401, "Unauthorized", .unauthorized),
            (403, "Forbidden", .forbidden),
            (405, "Method Not Allowed", .methodNotAllowed),
            (429, "Too Many Requests", .tooManyRequests),
            (500, "Server Error", .serverError),
            (502, "", .serverError),
            (503, "Service Unavailable", .serviceUnavailable),
            (204, "", .unexpectedStatus),
            (418, "", .unexpectedStatus),
        ]
        for row in table {
            scene.standIn.enqueue(.response(row.status, row.text))
            let error = await assertFails(row.code, "\(row)") { _ = try await scene.refresh() }
            XCTAssertEqual(error?.status, row.status)
            XCTAssertNil(error?.retryAfter)
            XCTAssertEqual(
                error?.isRetryable, row.status == 418 || row.status == 204 || row.status == 429 || row.status >= 500)
        }
    }

    func testUnreadableReceipts() async throws {
        let scene = try Scene()
        for body in ["", " \n", "AQI?", "AQID AQID", "AQIDAB==", "<html>", "\u{e9}"] {
            scene.standIn.enqueue(.response(200, body))
            let error = await assertFails(.unreadableBody, body) { _ = try await scene.refresh() }
            XCTAssertEqual(error?.status, 200)
        }
    }

    func testRetryAfter() async throws {
        let scene = try Scene()
        for (status, value, expected): (Int, String, Duration?) in [
            (429, "120", .seconds(120)), (503, "Mon, 21 Sep 2026 14:15:10 GMT", .seconds(110)),
            (500, "later", nil), (400, "120", nil), (403, "120", nil),
        ] {
            scene.standIn.enqueue(.response(status, headers: [("retry-after", value)]))
            do {
                _ = try await scene.refresh()
                XCTFail("succeeded")
            } catch {
                XCTAssertEqual((error as? AppleServiceError)?.retryAfter, expected, value)
            }
        }
    }
}
