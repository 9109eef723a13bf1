import AttestCore
import AttestServices
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// One instance, receipt or team that cannot exchange anything does not hold up the others.
final class RefresherIsolationTests: XCTestCase {
    private typealias S = RefreshScene

    /// One of two instances cannot reach the service: it leaves receipts and rate to the other.
    ///
    /// - Parameter environments: Those of which there are receipts; only production is blocked.
    private func exchangeWithOneBroken(
        _ environments: [AttestEnvironment]
    ) async throws -> (times: [Double], failures: Int, claims: Int) {
        let scene = try S(for: .seconds(100), refreshers: 2)
        for environment in environments { try await scene.register(in: environment) }
        scene.clock.advance(by: .seconds(1))
        for _ in 0..<60 { try await scene.register() }
        let failures = Locked(0)
        let broken = ScriptedTransport(clock: scene.clock) { receipt, time in
            guard try S.environment(of: receipt) == .production else {
                return try S.renewed(receipt, metric: 2, at: time)
            }
            failures.withLock { $0 += 1 }
            throw URLError(.cannotConnectToHost)
        }
        let claims = Locked(0)
        let watched = WatchedStore(scene.store) { call in
            if call == "claim" { claims.withLock { $0 += 1 } }
        }
        let rate = try RefreshRate(2, per: .seconds(1))
        let refreshers = [
            // The broken one asks for tokens more often than the other.
            try scene.refresher(rate: rate, store: watched, transport: broken),
            try scene.refresher(rate: rate, jitter: { 1 }),
        ]
        await withTaskGroup(of: Void.self) { group in
            for refresher in refreshers { group.addTask { await refresher.run() } }
        }
        let exchanged = zip(scene.transport.times, scene.transport.receipts).filter {
            (try? S.environment(of: $0.1)) == .production
        }
        return (exchanged.map(\.0), failures.withLock { $0 }, claims.withLock { $0 })
    }

    func testPausedInstanceLeavesTheRateAndTheReceiptsToTheOthers() async throws {
        let outcome = try await exchangeWithOneBroken([])
        XCTAssertGreaterThan(outcome.failures, 0)
        XCTAssertEqual(outcome.times.count + outcome.failures, 60)
        XCTAssertLessThan(outcome.times.last ?? .infinity, 41)
        // It looks for others at most once during each pause: not at every second token.
        XCTAssertLessThan(outcome.claims, 61 * (outcome.failures + 2))
    }

    func testPausedEnvironmentIsLeftToTheOthers() async throws {
        let outcome = try await exchangeWithOneBroken(Array(repeating: .development, count: 6))
        XCTAssertGreaterThan(outcome.failures, 0)
        XCTAssertEqual(outcome.times.count + outcome.failures, 60)
        // Half a minute at the whole rate, of which a tenth is for the search behind them.
        XCTAssertLessThan(outcome.times.last ?? .infinity, 47)
    }

    /// An instance that cannot reach the service takes hardly any token, and another finds due whatever is due.
    func testOutageOfOneInstance() async throws {
        let tokens = Locked(0)
        let scene = try S(for: .seconds(100))
        let broken = ScriptedTransport(clock: scene.clock) { _, _ in throw URLError(.cannotConnectToHost) }
        for _ in 0..<100 { try await scene.register() }
        let watched = WatchedStore(scene.store) { call in
            if call == "token" { tokens.withLock { $0 += 1 } }
        }
        let rate = try RefreshRate(2, per: .seconds(1))
        await (try scene.refresher(rate: rate, store: watched, transport: broken)).run()
        let failures = broken.times.count
        XCTAssertEqual(failures, 6)
        // After each failure one for the next 32 receipts until all were seen, and no more.
        XCTAssertLessThanOrEqual(tokens.withLock { $0 }, failures * 5)

        scene.clock.run(until: .seconds(100 + 50))
        await (try scene.refresher(rate: rate)).run()
        XCTAssertEqual(scene.transport.times.count, 100 - failures)
    }

    /// What one receipt makes the service ask for is not asked of the others.
    func testRetryAfterOfOneReceipt() async throws {
        let failure = S.status(500, headers: [("Retry-After", "86400")])
        let bad = Locked<[UInt8]>([])
        let scene = try S(for: .seconds(800)) { receipt, time in
            if receipt == bad.withLock({ $0 }) { return failure }
            return try S.renewed(receipt, metric: 2, at: time)
        }
        let first = try await scene.register()
        bad.withLock { $0 = first.receipt ?? [] }
        scene.clock.advance(by: .seconds(1))
        for _ in 0..<4 { try await scene.register() }
        await (try scene.refresher()).run()
        let others = Array(repeating: "refreshed 2 after -", count: 4)
        XCTAssertEqual(scene.events, ["paused 60.0 serverError"] + others)
        XCTAssertLessThan(scene.transport.times.last ?? .infinity, 65)
    }

    /// The provider token is for one team; the store can have the receipts of others.
    func testTeamsPauseByThemselves() async throws {
        for status in [401, 403] {
            let other = "F6G7H8I9J0.com.example.other"
            let scene = try S(for: .seconds(300)) { receipt, time in
                let appID = try Receipt(decoding: receipt).unprovenContent().appID
                return appID == other ? S.status(status) : try S.renewed(receipt, metric: 2, at: time)
            }
            for _ in 0..<5 { try await scene.register(app: other) }
            scene.clock.advance(by: .seconds(1))
            for _ in 0..<10 { try await scene.register() }
            await (try scene.refresher()).run()
            XCTAssertEqual(scene.events.filter { $0 == "refreshed 2 after -" }.count, 10)
            XCTAssertEqual(scene.events.firstIndex { $0 == "refreshed 2 after -" }, 1)
            XCTAssertEqual(scene.events.prefix(11).filter { $0 == "refreshed 2 after -" }.count, 10)
        }
    }
}
