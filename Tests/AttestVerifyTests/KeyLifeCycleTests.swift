import AttestCore
import AttestVerify
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
