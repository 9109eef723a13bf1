import AttestCore
import AttestServices
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// A clock that is wrong for some time, or anchors that are, stop nothing for longer.
final class RefresherClockTests: XCTestCase {
    private typealias S = RefreshScene
    private static let year = 365.0 * 86_400

    func testClockThatIsAheadForTenMinutes() async throws {
        // From just before the receipts are due, while some are exchanged, and while none is.
        for leap in [86_390.0, 86_405, 100_000] {
            let scene = try S(for: S.day * 3 + Duration.seconds(3600))
            for _ in 0..<20 { try await scene.register() }
            let refresher = try scene.refresher(
                rate: RefreshRate(1, per: .seconds(1)),
                clockAhead: { (leap..<leap + 600).contains($0) ? Self.year : 0 })
            await refresher.run()
            XCTAssertEqual(scene.events.filter { $0 == "refreshed 2 after -" }.count, 20)
            XCTAssertEqual(scene.events.filter { $0 == "refreshed 2 after 2" }.count, 60)
            XCTAssertEqual(scene.events.filter { $0.hasPrefix("clockAhead") }, ["clockAhead \(Self.year)"])
            XCTAssertEqual(scene.events.count, 81)
        }
    }

    /// The clock leaps between the claim of a receipt and what is written of it.
    func testClockThatLeapsInAnExchange() async throws {
        let isAhead = Locked(false)
        let answers = Locked(0)
        let scene = try S(for: S.day * 2) { receipt, time in
            let isFirst = answers.withLock { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return try S.renewed(receipt, metric: 2, at: time) }
            isAhead.withLock { $0 = true }
            return S.status(404)
        }
        try await scene.register()
        let refresher = try scene.refresher(clockAhead: { elapsed in
            isAhead.withLock { $0 } && elapsed < 600 ? Self.year : 0
        })
        await refresher.run()
        // At most 15 minutes late.
        XCTAssertEqual(
            scene.events.filter { !$0.hasPrefix("clockAhead") }, ["noData", "refreshed 2 after -"])
        XCTAssertEqual(scene.transport.times.last ?? 0, 86_400 + 450, accuracy: 450 + 61)
    }

    /// A clock that was behind and is set is believed after an hour.
    func testClockThatIsSetForward() async throws {
        let scene = try S(for: .seconds(2 * 3600))
        try await scene.register()
        let refresher = try scene.refresher(clockAhead: { $0 < 100 ? 0 : 2 * 86_400 })
        await refresher.run()
        XCTAssertEqual(scene.events.prefix(2), ["refreshed 2 after -", "clockAhead \(2 * 86_400.0)"])
        XCTAssertEqual(scene.transport.times.dropFirst().first ?? 0, 3700, accuracy: 130)
    }

    /// A deployment with wrong anchors is mended by the next.
    func testAnchorsThatWereWrong() async throws {
        let scene = try S(for: .seconds(3600))
        try await scene.register()
        await (try scene.refresher(anchors: TestAuthority().receiptAnchors)).run()
        scene.clock.run(until: S.day + Duration.seconds(300))
        await (try scene.refresher()).run()
        XCTAssertEqual(scene.events, ["invalid chainUntrusted", "refreshed 2 after -"])
    }
}
