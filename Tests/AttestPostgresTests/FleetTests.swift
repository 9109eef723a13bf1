#if os(Linux)
import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// Several instances of a service, each a process, on one database.
final class FleetTests: StoreTestCase {
    private static let instances = 4

    /// All are offered the same challenges and counters at once.
    func testChallengesAndCountersAreAcceptedOnce() async throws {
        let store = try await makeStore()
        for key in 0..<ChildRole.keys { _ = try await store.register(.sample(ChildRole.key(key))) }
        let children = try (0..<Self.instances).map { _ in try ChildProcess(.race, connection: connection) }
        for child in children { try await child.waitUntilReady() }
        for child in children { try child.begin() }
        let reports = children.map { $0.end() }
        let counts = reports.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }

        for case .problem(let text) in counts.keys { XCTFail(text) }
        XCTAssertEqual(counts[.done], Self.instances)
        for number in 0..<ChildRole.challenges { XCTAssertEqual(counts[.spent(number)], 1) }
        for key in 0..<ChildRole.keys {
            let accepted = counts.filter { if case .advanced(key, _) = $0.key { true } else { false } }
            XCTAssertEqual(accepted.values.max(), 1)
            // The instances are not in step, so some counters come when a higher one is already accepted.
            XCTAssertEqual(counts[.advanced(key: key, ChildRole.counters)], 1)
            let record = try await store.record(ChildRole.key(key))
            XCTAssertEqual(record?.counter.highest, ChildRole.counters)
        }
        // All were at it at once; how the wins are shared depends on the machine.
        let shares = reports.map(\.count)
        for share in shares { XCTAssertGreaterThan(share, 20, "\(shares)") }
    }

    /// All are sent the same requests, and the server crashes and restarts in the middle.
    func testServerRestartsInTheMiddle() async throws {
        try cluster.requireOwn()
        let (keys, perKey) = (8, 150)
        let store = try await makeStore()
        let scene = try await Scene(store, secret: ChallengeSecret(bytes: ChildRole.secret), keys: keys)
        let signed = try (0..<keys * perKey).map { try scene.signed(key: $0 % keys) }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
        try JSONEncoder().encode(signed).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }

        let children = try (0..<Self.instances).map { _ in
            try ChildProcess(.verify, connection: connection, requests: file.path)
        }
        for child in children { try await child.waitUntilReady() }
        for child in children { try child.begin() }
        try await children[0].waitForReports(signed.count / 4)
        try await cluster.restart()
        try await children[0].waitForReports(signed.count / 2)
        try await cluster.restart()
        let reports = children.flatMap { $0.end() }
        let counts = reports.reduce(into: [:]) { $0[$1, default: 0] += 1 }

        for case .problem(let text) in counts.keys { XCTFail(text) }
        XCTAssertEqual(counts[.done], Self.instances)
        var (accepted, refusals, outcomes) = (Set<Int>(), [String: Int](), 0)
        for (report, count) in counts {
            switch report {
            case .accepted(let number):
                XCTAssertEqual(count, 1, "request \(number) is accepted more than once")
                accepted.insert(number)
                outcomes += count
            case .refused(_, let code):
                refusals[code, default: 0] += count
                outcomes += count
            default: break
            }
        }
        XCTAssertEqual(outcomes, Self.instances * signed.count)
        let expected: Set = ["challengeSpent", "counterNotIncreased", "storeFailure"]
        XCTAssertTrue(expected.isSuperset(of: refusals.keys), "\(refusals)")
        // Errors for the gaps, and after them it went on to the end.
        XCTAssertGreaterThan(refusals["storeFailure", default: 0], 0)
        XCTAssertGreaterThan(accepted.count, signed.count / 2, "\(refusals)")
        let last = Set(signed.count - keys..<signed.count)
        XCTAssertFalse(accepted.isDisjoint(with: last), "nothing was accepted after the restarts")

        // What was accepted has used up its challenge and its counter.
        for number in accepted {
            await assertRefused(.challengeSpent) {
                _ = try await scene.verifier.verifyAssertion(signed[number].request)
            }
        }
    }
}
#endif
