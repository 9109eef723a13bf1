import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// A server with one app and a virtual device of it, and a clock that tests can turn.
final class Scene: Sendable {
    static let appID = "A1B2C3D4E5.com.example.app"
    static let authority = Result { try TestAuthority() }

    let clock = TestClock()
    let device: VirtualDevice
    let verifier: AttestVerifier
    let events = Locked<[VerificationEvent]>([])

    init(
        store: (any AttestStore)? = nil, receipts: ReceiptPolicy = .storedUnread, counterRule: CounterRule = .strict,
        risk: RiskPolicy? = nil,
        appIDs: [String] = [Scene.appID],
        environments: Set<AttestEnvironment> = [.production], deviceAppID: String = Scene.appID
    ) throws {
        let authority = try Self.authority.get()
        let clock = clock
        let profile = try DeviceProfile(.iOS27, appID: deviceAppID, environment: .production)
        device = VirtualDevice(profile: profile, authority: authority, clock: { clock.now })
        let observed = Observed()
        verifier = try AttestVerifier(
            apps: appIDs.map { try AppPolicy(appID: $0, environments: environments, launch: .any) },
            anchors: authority.anchors, challenges: ChallengeIssuer(clock: { clock.now }),
            store: store ?? InMemoryStore(clock: { clock.now }), receipts: receipts, counterRule: counterRule,
            risk: risk,
            observer: { event in observed.tell(event) }, clock: { clock.now })
        observed.target.withLock { $0 = { [weak self] event in self?.events.withLock { $0.append(event) } } }
    }

    var lastEvent: VerificationEvent? { events.withLock { $0.last } }

    // MARK: What an app does

    func attestationRequest(
        _ keyID: KeyID, account: String = "account", flaw: AttestationFlaw? = nil, receiptFlaw: ReceiptFlaw? = nil
    ) throws -> AttestationRequest {
        let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .session("session"))
        let object = try device.attest(
            keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8), flaw: flaw, receiptFlaw: receiptFlaw)
        return AttestationRequest(
            attestation: Data(object).base64EncodedString(), keyID: keyID.base64, challenge: challenge,
            boundTo: .session("session"), account: account)
    }

    func assertionRequest(
        _ keyID: KeyID, account: String? = "account", flaw: AssertionFlaw? = nil
    ) throws -> AssertionRequest {
        let challenge = try verifier.issueChallenge(for: .assertion, boundTo: .session("session"))
        let clientData = Array(#"{"challenge": "\#(challenge)", "amount": 7}"#.utf8)
        let object = try device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: clientData), flaw: flaw)
        return AssertionRequest(
            assertion: Data(object).base64EncodedString(), keyID: keyID.base64, challenge: challenge,
            boundTo: .session("session"),
            clientData: clientData, account: account)
    }

    /// A key that is registered.
    func registeredKey(account: String = "account") async throws -> KeyID {
        let keyID = try device.generateKey()
        _ = try await verifier.verifyAttestation(attestationRequest(keyID, account: account))
        return keyID
    }
}

/// Carries events to a scene that does not exist yet when its verifier is made.
private final class Observed: Sendable {
    let target = Locked<(@Sendable (VerificationEvent) -> Void)?>(nil)

    func tell(_ event: VerificationEvent) { target.withLock { $0 }?(event) }
}

/// A clock that only moves when it is told to.
final class TestClock: Sendable {
    private let time = Locked(Date(timeIntervalSince1970: 1_790_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}

/// Asserts that an asynchronous call is refused under one exact code.
func assertRefused(
    _ code: AttestError.Code, _ message: String = "", file: StaticString = #filePath, line: UInt = #line,
    _ body: () async throws -> Void
) async {
    do {
        try await body()
        XCTFail("accepted, expected \(code). \(message)", file: file, line: line)
    } catch {
        XCTAssertEqual((error as? AttestError)?.code, code, "\(error). \(message)", file: file, line: line)
    }
}
