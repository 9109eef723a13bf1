import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

final class EventTests: XCTestCase {
    func testEventsOfBothCeremonies() async throws {
        let scene = try Scene()
        let keyID = try scene.device.generateKey()
        _ = try await scene.verifier.verifyAttestation(scene.attestationRequest(keyID))
        _ = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID))
        let refused = try scene.assertionRequest(keyID, flaw: .hashedOnce)
        await assertRefused(.signatureInvalid) { _ = try await scene.verifier.verifyAssertion(refused) }

        let events = scene.events.withLock { $0 }
        XCTAssertEqual(events.map(\.ceremony), [.attestation, .assertion, .assertion])
        XCTAssertEqual(events.map(\.isAccepted), [true, true, false])
        XCTAssertEqual(events.map(\.code), [nil, nil, .signatureInvalid])
        XCTAssertEqual((events[2].error as? AttestError)?.step, 3)
        for event in events {
            XCTAssertEqual(event.appID?.text, Scene.appID)
            XCTAssertEqual(event.environment, .production)
            XCTAssertEqual(event.keyIDPrefix, String(keyID.base64.prefix(8)))
            XCTAssertGreaterThan(event.duration, .zero)
            XCTAssertNil(event.storeError)
        }
    }

    func testEventOfAnUnreadableRequest() async throws {
        let scene = try Scene()
        await assertRefused(.malformedChallenge) {
            _ = try await scene.verifier.verifyAttestation(
                AttestationRequest(attestation: [], keyID: "\u{1b}[2J", challenge: "x", boundTo: .nothing, account: "a")
            )
        }
        XCTAssertNil(scene.lastEvent?.keyIDPrefix, "nothing of what is no key ID reaches a log")
        XCTAssertNil(scene.lastEvent?.appID)
    }

    /// The ceremonies leave the actor that they are called from: certificates and signatures must not hold it up.
    @MainActor
    func testTheWorkIsNotDoneOnTheCallersActor() async throws {
        let threads = Locked<[Bool]>([])
        let authority = try Scene.authority.get()
        let scene = try Scene()
        let verifier = try AttestVerifier(
            apps: [try AppPolicy(appID: Scene.appID, environments: [.production], launch: .any)],
            anchors: authority.anchors, challenges: ChallengeIssuer(clock: { scene.clock.now }), store: InMemoryStore(),
            observer: { _ in threads.withLock { $0.append(Thread.isMainThread) } }, clock: { scene.clock.now })
        XCTAssertTrue(Thread.isMainThread)
        let keyID = try scene.device.generateKey()
        let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)
        _ = try await verifier.verifyAttestation(
            AttestationRequest(
                attestation: scene.device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8)),
                keyID: keyID.base64, challenge: challenge, boundTo: .nothing, account: "a"))
        let second = try verifier.issueChallenge(for: .assertion, boundTo: .nothing)
        _ = try await verifier.verifyAssertion(
            AssertionRequest(
                assertion: scene.device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: second.utf8)),
                keyID: keyID.base64, challenge: second, boundTo: .nothing, clientData: Array(second.utf8), account: nil)
        )
        XCTAssertEqual(threads.withLock { $0 }, [false, false])
    }

    // MARK: The bridges of the documentation, compiled with stand-ins for swift-log and swift-metrics

    private struct Logger: Sendable {
        enum Level { case debug, info }
        let lines = Lines()
        func log(level: Level, _ message: String, metadata: [String: String]) {
            lines.all.withLock { $0.append("\(level) \(message) \(metadata["code"] ?? "-")") }
        }
    }

    private final class Lines: Sendable { let all = Locked<[String]>([]) }

    private struct Counter {
        static let counts = Locked<[String: Int]>([:])
        let label: String
        let dimensions: [(String, String)]
        func increment() {
            Self.counts.withLock { $0["\(label) \(dimensions.map(\.1).joined(separator: " "))", default: 0] += 1 }
        }
    }

    func testBridges() async throws {
        let logger = Logger()
        let observer: @Sendable (VerificationEvent) -> Void = { event in
            // Of the documentation, article "Logs and metrics":
            logger.log(
                level: event.isAccepted ? .debug : .info, "\(event.ceremony.rawValue)",
                metadata: ["code": event.code?.rawValue ?? "accepted", "key": event.keyIDPrefix ?? "none"])
            Counter(
                label: "app_attest",
                dimensions: [("ceremony", event.ceremony.rawValue), ("code", event.code?.rawValue ?? "accepted")]
            ).increment()
        }
        let scene = try Scene()
        _ = try await scene.registeredKey()
        let refused = try scene.attestationRequest(scene.device.generateKey(), flaw: .expired)
        await assertRefused(.certificateExpired) { _ = try await scene.verifier.verifyAttestation(refused) }
        scene.events.withLock { $0 }.forEach(observer)
        XCTAssertEqual(
            logger.lines.all.withLock { $0 }, ["debug attestation accepted", "info attestation certificateExpired"])
        XCTAssertEqual(
            Counter.counts.withLock { $0 },
            ["app_attest attestation accepted": 1, "app_attest attestation certificateExpired": 1])
    }
}
