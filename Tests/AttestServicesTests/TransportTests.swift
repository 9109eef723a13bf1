import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

@testable import AttestServices

/// What becomes of connections that fail, over real sockets.
final class TransportTests: XCTestCase {
    func testRefusedConnection() async throws {
        let scene = try Scene()
        let gone = try closedPort()
        let client = AppAttestClient(
            tokens: scene.tokens, transport: Scene.transport, hosts: try ServiceHosts(gateway: gone))
        let error = await assertFails(.transportFailure) {
            _ = try await client.refreshReceipt([1], environment: .production)
        }
        XCTAssertNil(error?.status)
        XCTAssertEqual(error?.isRetryable, true)
    }

    /// An address at which nobody listens any more.
    private func closedPort() throws -> String {
        let standIn = try FakeAppleServices(Scene.testKey.get())
        return standIn.url
    }

    func testBrokenResponses() async throws {
        let scene = try Scene()
        let table: [(FakeAppleServices.Reply, AppleServiceError.Code)] = [
            (.closed, .transportFailure),
            (.truncated, .transportFailure),
            (.garbage, .transportFailure),
            (.oversized(AppAttestClient.responseLimit + 1), .responseTooLarge),
            (.oversized(50_000_000), .responseTooLarge),
        ]
        for (reply, code) in table {
            scene.standIn.enqueue(reply)
            let error = await assertFails(code, "\(reply)") { _ = try await scene.refresh() }
            XCTAssertEqual(error?.isRetryable, true)
        }
        // The largest body that is allowed: letters A, which in base64 stand for zeros.
        scene.standIn.enqueue(.oversized(AppAttestClient.responseLimit))
        let result = try await scene.refresh()
        XCTAssertEqual(result, .renewed(Array(repeating: 0, count: 48 * 1024)))
    }

    func testSlowResponse() async throws {
        let scene = try Scene(transport: URLSessionTransport(timeout: .milliseconds(150)))
        scene.standIn.enqueue(.slow)
        let start = ContinuousClock.now
        let error = await assertFails(.timedOut) { _ = try await scene.refresh() }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(2))
        XCTAssertNil(error?.status)
    }

    func testCancellation() async throws {
        let scene = try Scene()
        scene.standIn.enqueue(.slow)
        let call = Task { try await scene.refresh() }
        while scene.standIn.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let start = ContinuousClock.now
        call.cancel()
        do {
            _ = try await call.value
            XCTFail("succeeded")
        } catch {
            XCTAssertTrue(error is CancellationError, "\(error)")
        }
        XCTAssertLessThan(ContinuousClock.now - start, .seconds(1))
        // The connection is gone, and the fake services take the next one.
        _ = try await scene.refresh()
    }

    func testCallOfACancelledTask() async throws {
        let scene = try Scene()
        let call = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await scene.refresh()
        }
        call.cancel()
        do {
            _ = try await call.value
            XCTFail("succeeded")
        } catch {
            XCTAssertTrue(error is CancellationError, "\(error)")
        }
    }

    func testRedirectsAreNotFollowed() async throws {
        let other = try FakeAppleServices(Scene.testKey.get())
        let scene = try Scene()
        for status in [301, 302, 303, 307, 308] {
            scene.standIn.enqueue(
                .response(status, headers: [("Location", other.url + "/data.appattest.apple.com/v1/attestationData")]))
            let error = await assertFails(.unexpectedStatus) { _ = try await scene.refresh() }
            XCTAssertEqual(error?.status, status)
        }
        XCTAssertEqual(other.requests.count, 0)
        XCTAssertEqual(scene.standIn.requests.count, 5)
    }

    func testCookiesAndCachesAreNotKept() async throws {
        let scene = try Scene()
        let headers = [("Set-Cookie", "a=b; Path=/"), ("Cache-Control", "max-age=1000"), ("ETag", "\"1\"")]
        for _ in 0..<2 {
            scene.standIn.enqueue(.response(200, "AQID", headers: headers))
            _ = try await scene.refresh()
        }
        XCTAssertEqual(scene.standIn.requests.count, 2)
        for request in scene.standIn.requests {
            XCTAssertNil(request.headers["cookie"])
            XCTAssertNil(request.headers["if-none-match"])
        }
    }

    /// A response that asks for credentials is no occasion to look for some.
    func testAuthenticationIsNotNegotiated() async throws {
        let scene = try Scene()
        for method in ["Basic realm=\"x\"", "Bearer", "Negotiate"] {
            scene.standIn.enqueue(.response(401, headers: [("WWW-Authenticate", method)]))
            await assertFails(.unauthorized, method) { _ = try await scene.refresh() }
        }
        XCTAssertEqual(scene.standIn.requests.count, 3)
    }

    func testManyCallsAtOnce() async throws {
        let scene = try Scene { receipt, _ in receipt }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let receipt: [UInt8] = [1, UInt8(number)]
                    let result = try await scene.appAttest.refreshReceipt(receipt, environment: .production)
                    XCTAssertEqual(result, .renewed(receipt))
                }
            }
            try await group.waitForAll()
        }
        XCTAssertEqual(Set(scene.sentTokens).count, 1)
    }

    // MARK: Transports of others

    private struct OwnTransport: HTTPTransport {
        let body: @Sendable (TransportRequest) async throws -> TransportResponse

        func send(_ request: TransportRequest) async throws -> TransportResponse { try await body(request) }
    }

    private struct OwnError: Error, CustomStringConvertible {
        let description: String
    }

    func testErrorsOfOtherTransports() async throws {
        let scene = try Scene(
            transport: OwnTransport { request in throw OwnError(description: "\(request.headers)") })
        let error = await assertFails(.transportFailure) { _ = try await scene.refresh() }
        XCTAssertEqual(error?.context, "the transport threw OwnError")
    }

    func testOtherTransportsThatReadTooMuch() async throws {
        let scene = try Scene(
            transport: OwnTransport { request in
                TransportResponse(
                    status: 200, headers: [], body: Array(repeating: 0x41, count: request.responseLimit + 1))
            })
        await assertFails(.responseTooLarge) { _ = try await scene.refresh() }
        await assertFails(.responseTooLarge) { try await scene.deviceCheck.validate(Scene.deviceToken) }
    }

    /// A transport that was shut down does not cancel its caller.
    func testCancellationThatIsNotTheCallers() async throws {
        let scene = try Scene(transport: OwnTransport { _ in throw CancellationError() })
        await assertFails(.transportFailure) { _ = try await scene.refresh() }
    }

    func testErrorsOfOtherTransportsAfterCancellation() async throws {
        let scene = try Scene(
            transport: OwnTransport { _ in
                while !Task.isCancelled { await Task.yield() }
                throw OwnError(description: "cancelled")
            })
        let call = Task { try await scene.refresh() }
        call.cancel()
        do {
            _ = try await call.value
            XCTFail("succeeded")
        } catch {
            XCTAssertTrue(error is CancellationError, "\(error)")
        }
    }
}
