import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// Both ceremonies with a risk policy.
final class RiskCeremonyTests: XCTestCase {
    // MARK: Metrics

    /// A scene with a registered key, and a way to give it a metric.
    private func metricScene() async throws -> (scene: Scene, keyID: KeyID, report: (UInt32) async -> Void) {
        let store = InMemoryStore()
        let scene = try Scene(store: store, risk: RiskPolicy(flagFrom: 5, refuseFrom: 10, newKeys: nil))
        let keyID = try await scene.registeredKey()
        return (
            scene, keyID,
            { metric in
                let time = scene.clock.now
                let isReplaced = await store.replaceReceipt(
                    keyID, with: [1], times: ReceiptTimes(notBefore: time, expiration: nil), nextDue: nil,
                    sample: RiskSample(time: time, metric: metric))
                XCTAssertTrue(isReplaced)
            }
        )
    }

    func testMetrics() async throws {
        let (scene, keyID, report) = try await metricScene()
        var verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID))
        XCTAssertEqual(verified.risk, .allow)
        XCTAssertEqual(scene.lastEvent?.risk, .allow)
        for (metric, decision): (UInt32, RiskDecision) in [
            (4, .allow), (5, .flag([.metric(5)])), (9, .flag([.metric(9)])),
        ] {
            await report(metric)
            verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID))
            XCTAssertEqual(verified.risk, decision)
            XCTAssertEqual(scene.lastEvent?.risk, decision)
            XCTAssertEqual(scene.lastEvent?.isAccepted, true)
        }
        await report(10)
        let request = try scene.assertionRequest(keyID)
        await assertRefused(.riskMetricTooHigh) { _ = try await scene.verifier.verifyAssertion(request) }
        XCTAssertEqual(scene.lastEvent?.risk, .refuse(.metric(10)))
        XCTAssertEqual(scene.lastEvent?.code, .riskMetricTooHigh)
        XCTAssertEqual(AttestError.Code.riskMetricTooHigh.category, .policy)
        let kept = try await scene.verifier.store.record(keyID)
        XCTAssertEqual(kept?.counter.highest, verified.counter, "a refusal writes nothing")

        // The challenge is used up all the same, and a lower metric opens the door again.
        await report(3)
        await assertRefused(.challengeSpent) { _ = try await scene.verifier.verifyAssertion(request) }
        verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID))
        XCTAssertEqual(verified.risk, .allow)
    }

    /// Who does not hold the key learns nothing of its metric, by whichever check: each other refusal comes first.
    func testTheMetricComesLast() async throws {
        let (scene, keyID, report) = try await metricScene()
        await report(10)
        for flaw in AssertionFlaw.allCases where flaw.code.category != .policy || flaw == .otherApp {
            let request = try scene.assertionRequest(keyID, flaw: flaw)
            await assertRefused(flaw.code) { _ = try await scene.verifier.verifyAssertion(request) }
            XCTAssertNil(scene.lastEvent?.risk)
        }
        let stranger = try scene.assertionRequest(keyID, account: "another account")
        await assertRefused(.accountMismatch) { _ = try await scene.verifier.verifyAssertion(stranger) }
        XCTAssertNil(scene.lastEvent?.risk)
    }

    func testWithoutAPolicy() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        XCTAssertNil(scene.lastEvent?.risk)
        let verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID))
        XCTAssertEqual(verified.risk, .allow)
        XCTAssertNil(scene.lastEvent?.risk)
        let purged = try await scene.verifier.purgeNewKeyQuotas()
        XCTAssertEqual(purged, 0)
    }

    // MARK: New keys

    private func limitedScene(_ excess: NewKeyPolicy.Excess, store: InMemoryStore = InMemoryStore()) throws -> Scene {
        let limit = try NewKeyLimit(burst: 2, refillInterval: .seconds(60))
        return try Scene(
            store: store,
            risk: RiskPolicy(
                flagFrom: nil, refuseFrom: nil, newKeys: NewKeyPolicy(limit: limit, countedIn: store, excess: excess)))
    }

    func testTooManyNewKeysAreRefused() async throws {
        let scene = try limitedScene(.refuse)
        for _ in 0..<2 {
            _ = try await scene.registeredKey()
            XCTAssertEqual(scene.lastEvent?.risk, .allow)
        }
        let third = try scene.device.generateKey()
        await assertRefused(.tooManyNewKeys) {
            _ = try await scene.verifier.verifyAttestation(scene.attestationRequest(third))
        }
        XCTAssertEqual(scene.lastEvent?.risk, .refuse(.newKeys))
        XCTAssertEqual(AttestError.Code.tooManyNewKeys.category, .policy)
        var stored = try await scene.verifier.store.record(third)
        XCTAssertNil(stored, "nothing is registered")
        _ = try await scene.registeredKey(account: "another account")

        scene.clock.advance(by: 59)
        await assertRefused(.tooManyNewKeys) {
            _ = try await scene.verifier.verifyAttestation(scene.attestationRequest(third))
        }
        scene.clock.advance(by: 1)
        _ = try await scene.verifier.verifyAttestation(scene.attestationRequest(third))
        stored = try await scene.verifier.store.record(third)
        XCTAssertNotNil(stored)

        // Removing keys fills no bucket.
        let removed = try await scene.verifier.removeAllKeys(of: "account")
        XCTAssertEqual(removed, 3)
        await assertRefused(.tooManyNewKeys) { _ = try await scene.registeredKey() }
        scene.clock.advance(by: 86_400 + 121)
        let purged = try await scene.verifier.purgeNewKeyQuotas()
        XCTAssertEqual(purged, 2)
    }

    /// A purge while the clock is ahead gives no account its tokens back.
    func testAClockThatWasAhead() async throws {
        let scene = try limitedScene(.refuse)
        for _ in 0..<2 { _ = try await scene.registeredKey() }
        scene.clock.advance(by: 7200)
        let purged = try await scene.verifier.purgeNewKeyQuotas()
        XCTAssertEqual(purged, 0)
        scene.clock.advance(by: -7200)
        await assertRefused(.tooManyNewKeys) { _ = try await scene.registeredKey() }
    }

    func testTooManyNewKeysAreFlagged() async throws {
        let scene = try limitedScene(.flag)
        for decision: RiskDecision in [.allow, .allow, .flag([.newKeys]), .flag([.newKeys])] {
            _ = try await scene.registeredKey()
            XCTAssertEqual(scene.lastEvent?.risk, decision)
            XCTAssertEqual(scene.lastEvent?.isAccepted, true)
        }
    }

    func testWhatIsRefusedTakesNoToken() async throws {
        let scene = try limitedScene(.refuse)
        let keyID = try await scene.registeredKey()
        for flaw in [AttestationFlaw.wrongNonce, .expired, .otherApp] {
            let request = try scene.attestationRequest(scene.device.generateKey(), flaw: flaw)
            await assertRefused(flaw.code) { _ = try await scene.verifier.verifyAttestation(request) }
            XCTAssertNil(scene.lastEvent?.risk)
        }
        let repeated = try scene.attestationRequest(keyID, flaw: .wrongNonce)
        for code in [AttestError.Code.nonceMismatch, .challengeSpent] {
            await assertRefused(code) { _ = try await scene.verifier.verifyAttestation(repeated) }
        }
        for _ in 0..<5 {
            await assertRefused(.keyAlreadyRegistered) {
                _ = try await scene.verifier.verifyAttestation(scene.attestationRequest(keyID))
            }
            XCTAssertNil(scene.lastEvent?.risk)
        }
        _ = try await scene.registeredKey()
        await assertRefused(.tooManyNewKeys) { _ = try await scene.registeredKey() }
    }

    func testAttestationsAtOnce() async throws {
        let scene = try limitedScene(.refuse)
        let requests = try (0..<20).map { _ in try scene.attestationRequest(scene.device.generateKey()) }
        let codes = await withTaskGroup(of: AttestError.Code?.self) { group in
            for request in requests {
                group.addTask {
                    do {
                        _ = try await scene.verifier.verifyAttestation(request)
                        return nil
                    } catch {
                        return (error as? AttestError)?.code ?? .internalFailure
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        XCTAssertEqual(codes.filter { $0 == nil }.count, 2)
        XCTAssertEqual(codes.filter { $0 == .tooManyNewKeys }.count, 18)
        let keys = try await scene.verifier.keys(of: "account")
        XCTAssertEqual(keys.count, 2)
    }

    // MARK: Failing stores

    private struct FailingQuotas: NewKeyQuotaStore {
        let error: any Error

        func takeNewKeyToken(of account: String, by limit: NewKeyLimit, at time: Date) async throws -> Bool {
            throw error
        }
        func purgeNewKeyQuotas(before time: Date) async throws -> Int { throw error }
    }

    /// A store that cannot count is no verdict, whatever more keys would lead to.
    func testAFailingQuotaStoreIsUnavailable() async throws {
        for excess in [NewKeyPolicy.Excess.flag, .refuse] {
            for error in [StoreDown(), AttestError(.counterNotIncreased, "thrown by a store")] as [any Error] {
                let newKeys = NewKeyPolicy(countedIn: FailingQuotas(error: error), excess: excess)
                let scene = try Scene(risk: RiskPolicy(flagFrom: nil, refuseFrom: nil, newKeys: newKeys))
                let keyID = try scene.device.generateKey()
                await assertRefused(.storeFailure) {
                    _ = try await scene.verifier.verifyAttestation(scene.attestationRequest(keyID))
                }
                XCTAssertNil(scene.lastEvent?.risk)
                XCTAssertNotNil(scene.lastEvent?.storeError)
                let stored = try await scene.verifier.store.record(keyID)
                XCTAssertNil(stored, "nothing is registered")
                await assertRefused(.storeFailure) { _ = try await scene.verifier.purgeNewKeyQuotas() }
            }
            let newKeys = NewKeyPolicy(countedIn: FailingQuotas(error: CancellationError()), excess: excess)
            let scene = try Scene(risk: RiskPolicy(flagFrom: nil, refuseFrom: nil, newKeys: newKeys))
            do {
                _ = try await scene.registeredKey()
                XCTFail("accepted")
            } catch {
                XCTAssertTrue(error is CancellationError, "\(error)")
            }
        }
    }
}
