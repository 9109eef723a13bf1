import AttestCore
import AttestTesting
import Foundation
import XCTest

@testable import AttestVerify

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

    /// What Apple may add some day is seen in the events, also of what is refused.
    func testWhatIsNotJudgedIsObserved() async throws {
        let scene = try Scene()
        let keyID = try scene.device.generateKey()
        _ = try await scene.verifier.verifyAttestation(scene.attestationRequest(keyID))
        XCTAssertEqual(scene.lastEvent?.observations?.operatingSystem?.platform, "iphoneos")
        XCTAssertEqual(scene.lastEvent?.observations?.unknownMembers, [])
        XCTAssertEqual(scene.lastEvent?.observations?.unknownExtensions, [])
        XCTAssertEqual(scene.lastEvent?.observations?.unprovenExtensions, [])

        let data = AuthenticatorDataDraft(
            scene.device.profile, counter: 9, credential: [])
        func observations(
            flags: AuthenticatorFlags, _ edit: (inout AssertionDraft) -> Void
        ) throws -> ObjectObservations {
            var draft = try scene.device.assertionDraft(keyID)
            draft.authenticatorData = data
            draft.authenticatorData.flags = flags
            draft.authenticatorData.extensions?.append(("apple_x_01", .null))
            draft.otherMembers = [("cdHash", [0xa0]), ("line\nbreak", [0x00])]
            edit(&draft)
            return ObjectObservations(
                try AssertionObject(decoding: draft.assembled(clientDataHash: ClientDataHash(sha256Of: "".utf8))))
        }
        let proven = try observations(flags: [.attestedCredential, .extensions]) { _ in }
        XCTAssertNil(proven.operatingSystem)
        XCTAssertEqual(proven.unknownMembers, ["cdHash", "line\\nbreak"])
        XCTAssertEqual(proven.unknownExtensions, ["apple_x_01"])
        XCTAssertEqual(proven.unprovenExtensions, [])
        let unproven = try observations(flags: [.attestedCredential]) { _ in }
        XCTAssertEqual(
            unproven.unprovenExtensions, ["apple_bundle_version_01", "apple_validation_category_01", "apple_x_01"])
        XCTAssertEqual(unproven.unprovenLaunchCategory, .appStore)
        XCTAssertEqual(unproven.unprovenBundleVersion, "1")
        XCTAssertNil(proven.unprovenLaunchCategory)
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

    // MARK: The bridges of the documentation, compiled with fakes of swift-log and swift-metrics

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
