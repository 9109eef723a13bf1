import AttestCore
import AttestVerify
import Foundation
import XCTest

final class KeyLifeCycleTests: XCTestCase {
    func testKeysOfAnAccount() async throws {
        let scene = try Scene()
        var keys: [KeyID] = []
        for _ in 0..<3 {
            keys.append(try await scene.registeredKey())
            scene.clock.advance(by: 1)
        }
        let foreign = try await scene.registeredKey(account: "other")

        var listed = try await scene.verifier.keys(of: "account").map(\.keyID)
        XCTAssertEqual(listed, keys)
        await assertRefused(.accountMismatch) { try await scene.verifier.removeKey(foreign, of: "account") }
        let isRemoved = try await scene.verifier.removeKey(keys[1], of: "account")
        XCTAssertTrue(isRemoved)
        let isRemovedAgain = try await scene.verifier.removeKey(keys[1], of: "account")
        XCTAssertFalse(isRemovedAgain)
        listed = try await scene.verifier.keys(of: "account").map(\.keyID)
        XCTAssertEqual(listed, [keys[0], keys[2]])
        let request = try scene.assertionRequest(keys[1])
        await assertRefused(.keyUnknown) { _ = try await scene.verifier.verifyAssertion(request) }

        // The removed key may come back, under another account too.
        let record = try await scene.verifier.verifyAttestation(scene.attestationRequest(keys[1], account: "new"))
        XCTAssertEqual(record.account, "new")

        let count = try await scene.verifier.removeAllKeys(of: "account")
        XCTAssertEqual(count, 2)
        let left = try await scene.verifier.keys(of: "other").map(\.keyID)
        XCTAssertEqual(left, [foreign])
    }

    /// A key that comes to another account while it is being removed stays with that account.
    func testAKeyThatChangesHandsDuringItsRemovalStays() async throws {
        let store = HandoverStore()
        let scene = try Scene(store: store)
        let keyID = try await scene.registeredKey(account: "first")
        await store.handOver(keyID, to: "second")
        await assertRefused(.accountMismatch) { try await scene.verifier.removeKey(keyID, of: "first") }
        let record = await store.record(keyID)
        XCTAssertEqual(record?.account, "second")
        let isRemoved = try await scene.verifier.removeKey(keyID, of: "second")
        XCTAssertTrue(isRemoved)
    }

    func testAccountsAreComparedByteByByteWhenAKeyIsRemoved() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey(account: "caf\u{e9}")
        await assertRefused(.accountMismatch) { try await scene.verifier.removeKey(keyID, of: "cafe\u{301}") }
        let isRemoved = try await scene.verifier.removeKey(keyID, of: "caf\u{e9}")
        XCTAssertTrue(isRemoved)
    }

    func testSeveralKeysHaveCountersOfTheirOwn() async throws {
        let scene = try Scene()
        let first = try await scene.registeredKey()
        let second = try await scene.registeredKey()
        for counter: UInt32 in 1...3 {
            let verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(first))
            XCTAssertEqual(verified.counter, counter)
        }
        let verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(second))
        XCTAssertEqual(verified.counter, 1)
    }
}

/// An in-memory store in which a key comes to another account just before it is removed, after whatever was read earlier.
private actor HandoverStore: AttestStore {
    private let inner = InMemoryStore()
    private var handover: (keyID: KeyID, account: String)?

    func handOver(_ keyID: KeyID, to account: String) { handover = (keyID, account) }

    func remove(_ keyID: KeyID, of account: String) async throws -> Bool {
        if let handover, handover.keyID == keyID, let record = await inner.record(keyID) {
            self.handover = nil
            _ = await inner.remove(keyID, of: record.account)
            let again = KeyRecord(
                keyID: keyID, publicKey: record.publicKey, account: handover.account, appID: record.appID,
                environment: record.environment, receipt: nil, launchCategory: nil, bundleVersion: nil,
                counter: .initial, created: record.created, lastUsed: nil)
            _ = await inner.register(again)
        }
        return await inner.remove(keyID, of: account)
    }

    func spend(_ challenge: ChallengeID, until expiry: Date) async -> Bool {
        await inner.spend(challenge, until: expiry)
    }
    func purge(before time: Date) async -> Int { await inner.purge(before: time) }
    func register(_ record: KeyRecord) async -> Bool { await inner.register(record) }
    func record(_ keyID: KeyID) async -> KeyRecord? { await inner.record(keyID) }
    func records(of account: String) async -> [KeyRecord] { await inner.records(of: account) }
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        try await inner.advance(keyID, to: counter, by: rule, at: time)
    }
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async -> Bool {
        await inner.updateReceipt(keyID, to: receipt)
    }
    func removeAll(of account: String) async -> Int { await inner.removeAll(of: account) }
}
