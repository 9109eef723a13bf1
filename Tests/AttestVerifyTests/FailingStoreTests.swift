import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// A store that can be told to fail is never a verdict on the device.
final class FailingStoreTests: XCTestCase {
    func testAFailingStoreIsUnavailable() async throws {
        for failure in [StoreDown(), AttestError(.chainUntrusted, "thrown by a store")] as [any Error] {
            let store = FlakyStore()
            let scene = try Scene(store: store)
            let keyID = try await scene.registeredKey()
            for call in ["spend", "register"] {
                let request = try scene.attestationRequest(scene.device.generateKey())
                store.fail(call, with: failure)
                await assertRefused(.storeFailure, call) { _ = try await scene.verifier.verifyAttestation(request) }
                XCTAssertEqual(scene.lastEvent?.code, .storeFailure)
                XCTAssertEqual(scene.lastEvent?.storeError is StoreDown, failure is StoreDown)
                XCTAssertEqual(AttestError.Code.storeFailure.category, .unavailable)
            }
            for call in ["spend", "record", "advance"] {
                let request = try scene.assertionRequest(keyID)
                store.fail(call, with: failure)
                await assertRefused(.storeFailure, call) { _ = try await scene.verifier.verifyAssertion(request) }
                // The challenge counts as spent where the store got so far as to spend it.
                store.fail(nil, with: failure)
                if call != "spend" {
                    await assertRefused(.challengeSpent, call) { _ = try await scene.verifier.verifyAssertion(request) }
                }
            }
            store.fail("records", with: failure)
            await assertRefused(.storeFailure) { _ = try await scene.verifier.keys(of: "account") }
        }
    }

    /// Whether a key is registered already is asked before it takes a token of its account.
    func testAFailingStoreTakesNoToken() async throws {
        let store = FlakyStore()
        let limit = try NewKeyLimit(burst: 1, refillInterval: .seconds(60))
        let newKeys = NewKeyPolicy(limit: limit, countedIn: InMemoryStore(), excess: .refuse)
        let scene = try Scene(store: store, risk: RiskPolicy(flagFrom: nil, refuseFrom: nil, newKeys: newKeys))
        store.fail("record", with: StoreDown())
        await assertRefused(.storeFailure) { _ = try await scene.registeredKey() }
        store.fail(nil, with: StoreDown())
        _ = try await scene.registeredKey()
        await assertRefused(.tooManyNewKeys) { _ = try await scene.registeredKey() }
    }

    /// Only a counter can be refused by a store; the same error of another call is a failure.
    func testOnlyCountersAreRefusedByStores() async throws {
        let store = FlakyStore()
        let scene = try Scene(store: store)
        let keyID = try await scene.registeredKey()
        for code in [AttestError.Code.counterNotIncreased, .counterJumpTooLarge] {
            store.fail("advance", with: AttestError(code, "thrown by a store"))
            await assertRefused(code) { _ = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID)) }
            store.fail("record", with: AttestError(code, "thrown by a store"))
            await assertRefused(.storeFailure) {
                _ = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID))
            }
        }
    }

    /// A key that is removed and registered for another account while its assertion is verified.
    func testKeyThatChangesHandsMeanwhile() async throws {
        let store = FlakyStore()
        let scene = try Scene(store: store)
        let keyID = try await scene.registeredKey()
        let other = try await scene.verifier.verifyAttestation(
            scene.attestationRequest(scene.device.generateKey(), account: "other"))
        let request = try scene.assertionRequest(keyID)
        store.answerAdvances(with: other)
        await assertRefused(.accountMismatch) { _ = try await scene.verifier.verifyAssertion(request) }
    }

    /// A cancelled call ends with the store's cancellation; what was spent stays spent.
    func testCancellation() async throws {
        let store = FlakyStore()
        let scene = try Scene(store: store)
        let keyID = try await scene.registeredKey()
        for call in ["record", "advance"] {
            let request = try scene.assertionRequest(keyID)
            store.fail(call, with: CancellationError())
            do {
                _ = try await scene.verifier.verifyAssertion(request)
                XCTFail("accepted")
            } catch {
                XCTAssertTrue(error is CancellationError, "\(error)")
            }
            XCTAssertNil(scene.lastEvent?.code)
            XCTAssertEqual(scene.lastEvent?.isAccepted, false)
            store.fail(nil, with: CancellationError())
            await assertRefused(.challengeSpent) { _ = try await scene.verifier.verifyAssertion(request) }
        }
    }

    func testCancelledTasksUnspendNothing() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        let requests = try (0..<40).map { _ in try scene.assertionRequest(keyID) }
        let accepted = await withTaskGroup(of: UInt32?.self) { group in
            for request in requests {
                group.addTask { try? await scene.verifier.verifyAssertion(request).counter }
            }
            group.cancelAll()
            return await group.reduce(into: [UInt32]()) { counters, counter in counter.map { counters.append($0) } }
        }
        var again: [UInt32] = []
        for request in requests {
            if let counter = try? await scene.verifier.verifyAssertion(request).counter { again.append(counter) }
        }
        XCTAssertTrue(Set(accepted).isDisjoint(with: again))
    }
}

struct StoreDown: Error {}

/// An in-memory store, one call of which can be made to fail, or to give back another record.
private final class FlakyStore: AttestStore {
    private let inner = InMemoryStore()
    private let failing = Locked<(call: String?, error: any Error)>((nil, StoreDown()))

    private let other = Locked<KeyRecord?>(nil)

    func answerAdvances(with record: KeyRecord) { other.withLock { $0 = record } }

    func fail(_ call: String?, with error: any Error) { failing.withLock { $0 = (call, error) } }

    private func check(_ call: String) throws {
        let (failingCall, error) = failing.withLock { $0 }
        if failingCall == call { throw error }
    }

    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool {
        try check("spend")
        return await inner.spend(challenge, until: expiry)
    }

    func purge(before time: Date) async throws -> Int {
        try check("purge")
        return await inner.purge(before: time)
    }

    func register(_ record: KeyRecord) async throws -> Bool {
        try check("register")
        return await inner.register(record)
    }

    func record(_ keyID: KeyID) async throws -> KeyRecord? {
        try check("record")
        return await inner.record(keyID)
    }

    func records(of account: String) async throws -> [KeyRecord] {
        try check("records")
        return await inner.records(of: account)
    }

    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        try check("advance")
        let advanced = try await inner.advance(keyID, to: counter, by: rule, at: time)
        return other.withLock { $0 } ?? advanced
    }

    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool {
        await inner.updateReceipt(keyID, to: receipt)
    }

    func remove(_ keyID: KeyID, of account: String) async throws -> Bool { await inner.remove(keyID, of: account) }

    func removeAll(of account: String) async throws -> Int { await inner.removeAll(of: account) }
}
