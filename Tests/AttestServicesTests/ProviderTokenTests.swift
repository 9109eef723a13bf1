import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

@testable import AttestServices

final class ProviderTokenTests: XCTestCase {
    private let clock = TestClock()

    private func source() throws -> ProviderTokenSource {
        let clock = clock
        return ProviderTokenSource(key: try ProviderKey(testing: Scene.testKey.get()), clock: { clock.now })
    }

    func testTokenIsUsedForFiftyMinutes() throws {
        let source = try source()
        let first = try source.token()
        for _ in 0..<49 {
            clock.advance(minutes: 1)
            XCTAssertEqual(try source.token(), first)
        }
        clock.advance(minutes: 0.99)
        XCTAssertEqual(try source.token(), first)
        clock.advance(minutes: 0.01)
        let second = try source.token()
        XCTAssertNotEqual(second, first)
        XCTAssertEqual(try source.token(), second)
        clock.advance(minutes: 500)
        XCTAssertNotEqual(try source.token(), second)
    }

    func testRefusedTokenIsReplacedAfterTwentyMinutes() throws {
        let source = try source()
        let first = try source.token()
        XCTAssertNil(try source.token(after: first))
        clock.advance(minutes: 19.99)
        XCTAssertNil(try source.token(after: first))
        XCTAssertEqual(try source.token(), first)
        clock.advance(minutes: 0.01)
        let second = try XCTUnwrap(try source.token(after: first))
        XCTAssertNotEqual(second, first)
        // Whoever was refused with the first one meanwhile gets the second, and makes no third.
        XCTAssertEqual(try source.token(after: first), second)
        XCTAssertEqual(try source.token(), second)
        XCTAssertNil(try source.token(after: second))
    }

    /// A clock that is set back makes no token younger, and none is replaced too early for it.
    func testClockThatIsSetBack() throws {
        let source = try source()
        let first = try source.token()
        clock.advance(minutes: 19)
        XCTAssertEqual(try source.token(), first)
        clock.advance(minutes: -19)
        XCTAssertEqual(try source.token(), first)
        XCTAssertNil(try source.token(after: first))
        clock.advance(minutes: 1)
        let second = try XCTUnwrap(try source.token(after: first))
        clock.advance(minutes: 40)
        XCTAssertEqual(try source.token(), second)
        clock.advance(minutes: -20)
        XCTAssertEqual(try source.token(), second)
        clock.advance(minutes: 10)
        XCTAssertNotEqual(try source.token(), second)
    }

    /// Apple refuses tokens from the future, so one that was made then is of no use when the clock is right again.
    func testTokenOfAClockThatWasAhead() throws {
        for minutes in [1.1, 10, 30, 500_000] {
            let source = try source()
            clock.advance(minutes: minutes)
            let first = try source.token()
            clock.advance(minutes: -minutes)
            let second = try source.token()
            XCTAssertNotEqual(second, first, "\(minutes) minutes ahead")
            XCTAssertEqual(second.text.split(separator: ".")[1], Self.claims(issuedAt: clock.now))
            // From there on, the usual rules.
            XCTAssertEqual(try source.token(), second)
            XCTAssertNil(try source.token(after: second))
            // Whoever was refused with the first one gets the second.
            XCTAssertEqual(try source.token(after: first), second)
        }
        // Clocks are set by a little all the time.
        let source = try source()
        let first = try source.token()
        clock.advance(minutes: -1)
        XCTAssertEqual(try source.token(), first)
    }

    private static func claims(issuedAt time: Date) -> Substring {
        Base64.encodeURLSafe(#"{"iss":"A1B2C3D4E5","iat":\#(Int(time.timeIntervalSince1970))}"#.utf8)[...]
    }

    func testConcurrentCallersShareOneSignature() async throws {
        let source = try source()
        for _ in 0..<5 {
            let tokens = try await withThrowingTaskGroup(of: ProviderToken.self) { group in
                for _ in 0..<100 { group.addTask { try source.token() } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            XCTAssertEqual(tokens.count, 1)
            clock.advance(minutes: 50)
        }
    }

    // MARK: What a service does with them

    func testOneSourceServesBothServices() async throws {
        let scene = try Scene()
        _ = try await scene.refresh()
        _ = try await scene.query()
        XCTAssertEqual(scene.sentTokens[1], "Bearer " + scene.sentTokens[0])
    }

    func testRefusedRequestIsSentOnceMore() async throws {
        let scene = try Scene()
        _ = try await scene.query()
        scene.clock.advance(minutes: 20)
        for status in [401, 200] { scene.standIn.enqueue(.response(status, "Failed to find bit state")) }
        _ = try await scene.query()
        let requests = scene.standIn.requests
        XCTAssertEqual(requests.count, 3)
        XCTAssertEqual(scene.sentTokens[0], scene.sentTokens[1])
        XCTAssertNotEqual(scene.sentTokens[1], scene.sentTokens[2])
        XCTAssertEqual(requests[1].body, requests[2].body)
    }

    func testRequestRefusedTwiceFails() async throws {
        let scene = try Scene()
        _ = try await scene.refresh()
        scene.clock.advance(minutes: 30)
        for _ in 0..<3 { scene.standIn.enqueue(.response(401, "Unauthorized")) }
        await assertFails(.unauthorized) { _ = try await scene.refresh() }
        XCTAssertEqual(scene.standIn.requests.count, 3)
    }

    func testYoungTokenIsNotReplaced() async throws {
        let scene = try Scene()
        scene.standIn.enqueue(.response(401, "Unauthorized"))
        await assertFails(.unauthorized) { _ = try await scene.refresh() }
        XCTAssertEqual(scene.standIn.requests.count, 1)
        // The service changed its mind.
        _ = try await scene.refresh()
        XCTAssertEqual(Set(scene.sentTokens).count, 1)
    }

    // MARK: Form

    /// Header, claims and signature of a token that another program made (Python's cryptography 48, with this key).
    func testTokenOfAnotherProgram() async throws {
        let key = try ProviderKey(p8: Self.p8, keyID: "ABC123DEFG", teamID: "DEF123GHIJ")
        let parts = Self.token.split(separator: ".")
        // The signature is different each time; all the rest must be the same.
        let own = try key.token(issuedAt: 1_790_000_000).text.split(separator: ".")
        XCTAssertEqual(own[..<2], parts[..<2])
        XCTAssertEqual(own[2].count, 86)

        let clock = clock
        let publicKey = try P256PublicKey(x963: try XCTUnwrap(Data(base64Encoded: Self.point)))
        let standIn = try FakeAppleServices(
            keyID: "ABC123DEFG", teamID: "DEF123GHIJ", publicKey: publicKey, clock: { clock.now },
            exchange: { receipt, _ in receipt })
        let transport = RewritingTransport(authorization: Self.token)
        let client = AppAttestClient(
            tokens: ProviderTokenSource(key: key, clock: { clock.now }), transport: transport,
            hosts: try ServiceHosts(gateway: standIn.url))
        let result = try await client.refreshReceipt([7], environment: .production)
        XCTAssertEqual(result, .renewed([7]))
        XCTAssertEqual(standIn.requests.last?.headers["authorization"], Self.token)
    }

    private static let p8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgc93Srr078S4UFrXW
        cy6mnOEHZ2kVTKxPvDwIQYRArAmhRANCAATIm4WnsEemNTMoXrYHOdhwIJbAwkLy
        rJEPQ/LFWWmiLgzwnrZL86v66I7Su16NMYqAmRAuAwsQSdZdbfPXhe3k
        -----END PRIVATE KEY-----
        """
    private static let point =
        "BMibhaewR6Y1Myhetgc52HAglsDCQvKskQ9D8sVZaaIuDPCetkvzq/rojtK7Xo0xioCZEC4DCxBJ1l1t89eF7eQ="
    /// Its r begins with a zero byte, which must be kept.
    private static let token =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJERUYxMjNHSElKIiwiaWF0IjoxNzkwMDAwMDAwfQ."
        + "AIDji6iGs77Jmb8yjUh7eVuTiTR9KL0pi_pX34DEKw2ACBZ66GQhz5EGVL1GRj82R_XIJwineX10yp-01F0xvQ"

    /// One signature in 128 has a zero byte at the front of r or s, which DER leaves out.
    func testSignaturesAlwaysHave64Bytes() throws {
        let key = try ProviderKey(testing: Scene.testKey.get())
        for second in 0..<300 {
            let signature = try key.token(issuedAt: Int64(second)).text.split(separator: ".")[2]
            XCTAssertEqual(Base64.decode(signature)?.count, 64)
        }
    }
}

/// Sends another token than the client's.
struct RewritingTransport: HTTPTransport {
    let authorization: String

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await Scene.transport.send(
            TransportRequest(
                url: request.url, method: request.method,
                headers: request.headers.map { $0.0 == "Authorization" ? ($0.0, authorization) : $0 },
                body: request.body, responseLimit: request.responseLimit))
    }
}
