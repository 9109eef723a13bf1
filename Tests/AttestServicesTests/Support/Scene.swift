import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

@testable import AttestServices

/// A server's clients, fake services of Apple that they reach over real sockets, and a clock that tests can turn.
final class Scene: Sendable {
    static let testKey = Result { try TestProviderKey() }
    static let transport = URLSessionTransport(timeout: .seconds(5))
    static let deviceToken = Data("a device token, different each time".utf8).base64EncodedString()
    static let receipt = Array("my receipt".utf8)

    let clock = TestClock()
    let standIn: FakeAppleServices
    let tokens: ProviderTokenSource
    let appAttest: AppAttestClient
    let deviceCheck: DeviceCheckClient

    init(
        transport: any HTTPTransport = Scene.transport, tokenKey: TestProviderKey? = nil,
        exchange: @escaping FakeAppleServices.Exchange = { receipt, _ in receipt + Array(", renewed".utf8) }
    ) throws {
        let clock = clock
        standIn = try FakeAppleServices(Self.testKey.get(), clock: { clock.now }, exchange: exchange)
        tokens = ProviderTokenSource(
            key: try ProviderKey(testing: tokenKey ?? Self.testKey.get()), clock: { clock.now })
        let hosts = try ServiceHosts(gateway: standIn.url)
        appAttest = AppAttestClient(tokens: tokens, transport: transport, hosts: hosts)
        deviceCheck = DeviceCheckClient(
            tokens: tokens, environment: .production, transport: transport, hosts: hosts)
    }

    func refresh() async throws -> ReceiptExchange {
        try await appAttest.refreshReceipt(Self.receipt, environment: .production)
    }

    func query() async throws -> DeviceBits? {
        try await deviceCheck.query(Self.deviceToken)
    }

    /// The tokens of the requests that the fake services got.
    var sentTokens: [String] { standIn.requests.map { $0.headers["authorization"] ?? "" } }
}

extension ProviderKey {
    init(testing key: TestProviderKey) throws {
        try self.init(p8: key.p8, keyID: key.keyID, teamID: key.teamID)
    }
}

/// A clock that only moves when it is told to.
final class TestClock: Sendable {
    private let time = Locked(Date(timeIntervalSince1970: 1_790_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(minutes: Double) { time.withLock { $0 += minutes * 60 } }
}

/// Asserts that a call fails with one exact code, and gives back the error.
@discardableResult
func assertFails(
    _ code: AppleServiceError.Code, _ message: String = "", file: StaticString = #filePath, line: UInt = #line,
    _ body: () async throws -> Void
) async -> AppleServiceError? {
    do {
        try await body()
        XCTFail("succeeded, expected \(code). \(message)", file: file, line: line)
        return nil
    } catch {
        let failure = error as? AppleServiceError
        XCTAssertEqual(failure?.code, code, "\(error). \(message)", file: file, line: line)
        return failure
    }
}
