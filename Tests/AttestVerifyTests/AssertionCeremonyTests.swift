import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

final class AssertionCeremonyTests: XCTestCase {
    func testAssertions() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        for counter: UInt32 in 1...3 {
            scene.clock.advance(by: 1)
            let verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID))
            XCTAssertEqual(verified.account, "account")
            XCTAssertEqual(verified.keyID, keyID)
            XCTAssertEqual(verified.appID.text, Scene.appID)
            XCTAssertEqual(verified.environment, .production)
            XCTAssertEqual(verified.counter, counter)
            XCTAssertEqual(verified.launchCategory, .appStore)
            XCTAssertEqual(verified.bundleVersion, "1")
        }
        let stored = try await scene.verifier.store.record(keyID)
        XCTAssertEqual(stored?.counter.highest, 3)
        XCTAssertEqual(stored?.lastUsed, scene.clock.now)
    }

    func testWithoutAnAccountTheKeySaysWhoItIs() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey(account: "owner")
        let verified = try await scene.verifier.verifyAssertion(scene.assertionRequest(keyID, account: nil))
        XCTAssertEqual(verified.account, "owner")
        let foreign = try scene.assertionRequest(keyID, account: "somebody else")
        await assertRefused(.accountMismatch) { _ = try await scene.verifier.verifyAssertion(foreign) }
    }

    func testReplays() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        let request = try scene.assertionRequest(keyID)
        _ = try await scene.verifier.verifyAssertion(request)
        await assertRefused(.challengeSpent) { _ = try await scene.verifier.verifyAssertion(request) }
    }

    /// A fresh challenge beside a signature over another one.
    func testStep6ChallengeInTheClientData() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        let challenge = try scene.verifier.issueChallenge(for: .assertion, boundTo: .session("session"))
        let data = Array(
            "client data with \(try scene.verifier.issueChallenge(for: .assertion, boundTo: .session("session")))".utf8)
        let assertion = try scene.device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: data))
        await assertRefused(.challengeNotInClientData) {
            _ = try await scene.verifier.verifyAssertion(
                AssertionRequest(
                    assertion: assertion, keyID: keyID.base64, challenge: challenge, boundTo: .session("session"),
                    clientData: data,
                    account: nil))
        }
    }

    func testUnknownAndMalformedKeyIDs() async throws {
        let scene = try Scene()
        let unknown = try scene.assertionRequest(scene.device.generateKey())
        await assertRefused(.keyUnknown) { _ = try await scene.verifier.verifyAssertion(unknown) }
        await assertRefused(.challengeSpent, "used up all the same") {
            _ = try await scene.verifier.verifyAssertion(unknown)
        }

        let challenge = try scene.verifier.issueChallenge(for: .assertion, boundTo: .nothing)
        let malformed = AssertionRequest(
            assertion: [0xa0], keyID: "?", challenge: challenge, boundTo: .nothing, clientData: Array(challenge.utf8),
            account: nil)
        await assertRefused(.malformedKeyID) { _ = try await scene.verifier.verifyAssertion(malformed) }
        await assertRefused(.challengeSpent, "used up all the same") {
            _ = try await scene.verifier.verifyAssertion(malformed)
        }
    }

    /// The key that a challenge is bound to is the one that the request names.
    func testChallengesBoundToTheKey() async throws {
        let scene = try Scene()
        let (keyID, other) = (try await scene.registeredKey(), try await scene.registeredKey())
        func request(
            _ named: String, issuedFor binding: ChallengeBinding, expecting expected: ExpectedBinding = .key
        ) throws -> AssertionRequest {
            let challenge = try scene.verifier.issueChallenge(for: .assertion, boundTo: binding)
            let data = Array(challenge.utf8)
            return AssertionRequest(
                assertion: try scene.device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: data)),
                keyID: named, challenge: challenge, boundTo: expected, clientData: data, account: nil)
        }
        let urlSafe = keyID.base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        for text in [keyID.base64, urlSafe] {
            let verified = try await scene.verifier.verifyAssertion(request(text, issuedFor: .key(keyID)))
            XCTAssertEqual(verified.keyID, keyID)
        }
        for binding in [ChallengeBinding.key(other), .nothing, .session(keyID.base64), .account("account")] {
            await assertRefused(.challengeInvalid, "\(binding)") {
                _ = try await scene.verifier.verifyAssertion(request(keyID.base64, issuedFor: binding))
            }
        }
        await assertRefused(.challengeInvalid) {
            _ = try await scene.verifier.verifyAssertion(request(other.base64, issuedFor: .key(keyID)))
        }
        for expected in [ExpectedBinding.nothing, .session(keyID.base64), .account(keyID.base64)] {
            await assertRefused(.challengeInvalid, "\(expected)") {
                _ = try await scene.verifier.verifyAssertion(
                    request(keyID.base64, issuedFor: .key(keyID), expecting: expected))
            }
        }
        // A key ID that cannot be read is named as such at once, and reaches the observer.
        let damaged = String(keyID.base64.dropLast(2)) + " ="
        await assertRefused(.malformedKeyID) {
            _ = try await scene.verifier.verifyAssertion(request(damaged, issuedFor: .key(keyID)))
        }
        XCTAssertEqual(scene.lastEvent?.code, .malformedKeyID)
    }

    func testEveryFlawIsRefusedUnderItsCode() async throws {
        let scene = try Scene()
        let keyID = try await scene.registeredKey()
        for flaw in AssertionFlaw.allCases where flaw.code.category != .policy || flaw == .otherApp {
            let request = try scene.assertionRequest(keyID, flaw: flaw)
            await assertRefused(flaw.code, flaw.rawValue) { _ = try await scene.verifier.verifyAssertion(request) }
        }
        let stored = try await scene.verifier.store.record(keyID)
        XCTAssertEqual(stored?.counter, .initial, "no refused assertion uses a counter")
    }

    func testAKeySignsForItsOwnAppOnly() async throws {
        let other = "A1B2C3D4E5.com.example.other"
        let store = InMemoryStore()
        let both = try Scene(store: store, appIDs: [Scene.appID, other])
        let keyID = try await both.registeredKey()
        let challenge = try both.verifier.issueChallenge(for: .assertion, boundTo: .nothing)
        let data = Array(challenge.utf8)
        await assertRefused(.appIDMismatch) {
            var draft = try both.device.assertionDraft(keyID)
            draft.authenticatorData.rpIDHash = try AppID(other).rpIDHash
            let assertion = try draft.assembled(clientDataHash: ClientDataHash(sha256Of: data))
            _ = try await both.verifier.verifyAssertion(
                AssertionRequest(
                    assertion: assertion, keyID: keyID.base64, challenge: challenge, boundTo: .nothing,
                    clientData: data,
                    account: nil))
        }
        // The app, and then the environment, is no longer allowed.
        let without = try Scene(store: store, appIDs: [other])
        await assertRefused(.appIDMismatch) {
            _ = try await without.verifier.verifyAssertion(forward(keyID, from: both, to: without))
        }
        let development = try Scene(store: store, environments: [.development])
        await assertRefused(.environmentMismatch) {
            _ = try await development.verifier.verifyAssertion(forward(keyID, from: both, to: development))
        }
    }

    /// A request of one scene's device to another scene's server.
    private func forward(_ keyID: KeyID, from: Scene, to: Scene) throws -> AssertionRequest {
        let challenge = try to.verifier.issueChallenge(for: .assertion, boundTo: .nothing)
        let data = Array(challenge.utf8)
        let assertion = try from.device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: data))
        return AssertionRequest(
            assertion: assertion, keyID: keyID.base64, challenge: challenge, boundTo: .nothing, clientData: data,
            account: nil)
    }

    // MARK: Counters

    /// Ten requests, answered by the server in another order than they were signed in.
    private func accepted(by rule: CounterRule, order: [Int]) async throws -> [Int] {
        let scene = try Scene(counterRule: rule)
        let keyID = try await scene.registeredKey()
        let requests = try (0..<order.count).map { _ in try scene.assertionRequest(keyID) }
        var accepted: [Int] = []
        for index in order where (try? await scene.verifier.verifyAssertion(requests[index])) != nil {
            accepted.append(index)
        }
        return accepted
    }

    func testRequestsOutOfOrder() async throws {
        let order = [1, 0, 3, 2, 9, 4, 5, 6, 7, 8]
        let strict = try await accepted(by: .strict, order: order)
        XCTAssertEqual(strict, [1, 3, 9])
        let wide = try await accepted(by: .window(64), order: order)
        XCTAssertEqual(wide, order)
        let narrow = try await accepted(by: .window(4), order: order)
        XCTAssertEqual(narrow, [1, 0, 3, 2, 9, 6, 7, 8])
        let one = try await accepted(by: .window(1), order: order)
        XCTAssertEqual(one, strict)
    }

    func testLargestJump() async throws {
        let scene = try Scene(counterRule: .strict.limitingJumps(to: 3))
        let keyID = try await scene.registeredKey()
        let requests = try (0..<8).map { _ in try scene.assertionRequest(keyID) }
        _ = try await scene.verifier.verifyAssertion(requests[2])  // 3
        await assertRefused(.counterJumpTooLarge) { _ = try await scene.verifier.verifyAssertion(requests[6]) }  // 7
        _ = try await scene.verifier.verifyAssertion(requests[5])  // 6
        await assertRefused(.counterNotIncreased) { _ = try await scene.verifier.verifyAssertion(requests[4]) }  // 5
    }

    func testRules() throws {
        for size in [0, -1, 65] { XCTAssertThrowsError(try CounterRule.window(size)) }
        XCTAssertThrowsError(try CounterRule.strict.limitingJumps(to: 0))
        XCTAssertThrowsError(try CounterState.initial.accepting(0, by: .window(64)), "0 is used from the start")
        XCTAssertEqual(
            try CounterState(highest: 5, recent: .max).accepting(.max, by: .strict),
            CounterState(highest: .max, recent: 1))
    }

    /// Requests of one device at once: each counter is accepted at most once, and no challenge twice.
    func testManyRequestsAtOnce() async throws {
        for rule in [CounterRule.strict, try .window(64)] {
            let scene = try Scene(counterRule: rule)
            let keyID = try await scene.registeredKey()
            let requests = try (0..<50).map { _ in try scene.assertionRequest(keyID) }
            let counters = await withTaskGroup(of: UInt32?.self) { group in
                for request in requests + requests {
                    group.addTask { try? await scene.verifier.verifyAssertion(request).counter }
                }
                return await group.reduce(into: [UInt32]()) { counters, counter in counter.map { counters.append($0) } }
            }
            XCTAssertEqual(Set(counters).count, counters.count)
            XCTAssertTrue(counters.contains(50))
            if rule != .strict { XCTAssertEqual(counters.sorted(), Array(1...50)) }
        }
    }
}
