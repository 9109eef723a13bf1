import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

@testable import AttestServices

final class RefresherTests: XCTestCase {
    private typealias S = RefreshScene

    // MARK: What it does

    func testRefreshesDailyAndKeepsTheHistory() async throws {
        let metrics = Locked<[UInt32]>([1, 2, 9, 3])
        let scene = try S(for: S.day * 3 + Duration.seconds(300)) { receipt, time in
            try S.renewed(receipt, metric: metrics.withLock { $0.removeFirst() }, at: time)
        }
        let registered = try await scene.register()
        XCTAssertEqual(registered.receiptTimes?.notBefore, S.start)
        XCTAssertEqual(registered.receiptTimes?.expiration, S.start.addingTimeInterval(90 * 86_400))
        XCTAssertNil(registered.riskMetric)
        await (try scene.refresher()).run()

        XCTAssertEqual(
            scene.events,
            [
                "refreshed 1 after -", "refreshed 2 after 1", "refreshed 9 after 2", "jumped 2 9",
                "refreshed 3 after 9",
            ])
        for (time, expected) in zip(scene.transport.times, [0, 86_400, 172_800, 259_200.0]) {
            // Looked for once a minute.
            XCTAssertEqual(time, expected + 30, accuracy: 60)
        }
        // Each time the newest receipt was sent, and the last answer is stored.
        XCTAssertEqual(scene.transport.receipts.first, registered.receipt)
        XCTAssertEqual(Set(scene.transport.receipts).count, 4)
        let stored = await scene.store.record(registered.keyID)
        let record = try XCTUnwrap(stored)
        XCTAssertEqual(record.riskMetric, 3)
        let content = try Receipt(decoding: XCTUnwrap(record.receipt)).unprovenContent()
        XCTAssertEqual(content.riskMetric, 3)
        XCTAssertEqual(record.receiptTimes, ReceiptTimes(content))
        let history = await scene.store.riskHistory(of: registered.keyID)
        XCTAssertEqual(history.map(\.metric), [1, 2, 9, 3])
        let event = try XCTUnwrap(scene.allEvents.first)
        XCTAssertEqual(event.keyIDPrefix, String(registered.keyID.base64.prefix(8)))
        XCTAssertEqual(event.appID, registered.appID)
        XCTAssertEqual(event.environment, .production)
    }

    func testUnreadReceiptsAreCheckedFirst() async throws {
        let scene = try S(for: .seconds(10))
        try await scene.register(.storedUnread)
        await (try scene.refresher()).run()
        XCTAssertEqual(scene.events, ["refreshed 2 after -"])
    }

    func testSchedule() async throws {
        let scene = try S(for: S.day * 15)
        try await scene.register()
        await (try scene.refresher(schedule: .every(S.day * 7))).run()
        XCTAssertEqual(scene.transport.times.map { ($0 / 86_400).rounded() }, [0, 7, 14])
    }

    func testScheduleTimes() throws {
        let made = S.start
        func due(_ schedule: RefreshSchedule, notBefore: Double, expiration: Double?) -> Double {
            let times = ReceiptTimes(
                notBefore: made.addingTimeInterval(notBefore),
                expiration: expiration.map { made.addingTimeInterval($0) })
            return schedule.due(times, madeAt: made).timeIntervalSince(made)
        }
        let day = 86_400.0
        let weekly = try RefreshSchedule.every(.seconds(7 * day))
        XCTAssertEqual(due(.asSoonAsPossible, notBefore: day, expiration: 90 * day), day)
        XCTAssertEqual(due(weekly, notBefore: day, expiration: 90 * day), 7 * day)
        XCTAssertEqual(due(weekly, notBefore: 30 * day, expiration: 90 * day), 30 * day)
        XCTAssertEqual(due(weekly, notBefore: day, expiration: 5 * day), 4 * day)
        XCTAssertEqual(due(weekly, notBefore: 5 * day, expiration: 5 * day), 5 * day)
        XCTAssertEqual(due(weekly, notBefore: day, expiration: nil), 7 * day)
    }

    func testRate() async throws {
        let scene = try S(for: .seconds(60))
        for _ in 0..<40 { try await scene.register() }
        await (try scene.refresher(rate: RefreshRate(2, per: .seconds(1)))).run()
        XCTAssertEqual(scene.transport.times.count, 40)
        for (index, time) in scene.transport.times.enumerated() {
            XCTAssertEqual(time, Double(index) / 2, accuracy: 0.05)
        }
    }

    /// What several instances of a service do together: each receipt once, and no faster than one instance would.
    func testSeveralRefreshersShareTheRate() async throws {
        let scene = try S(for: .seconds(200), refreshers: 4)
        for _ in 0..<60 { try await scene.register() }
        let random = Locked(SystemRandomNumberGenerator())
        await withTaskGroup(of: Void.self) { group in
            // Some clocks are ahead or behind, as they are.
            for ahead in [0, 0.4, -0.4, 20.0] {
                let refresher = Result {
                    try scene.refresher(
                        rate: RefreshRate(1, per: .seconds(2)), clockAhead: { _ in ahead },
                        jitter: { random.withLock { .random(in: 0...1, using: &$0) } })
                }
                group.addTask {
                    do { try await refresher.get().run() } catch { XCTFail("\(error)") }
                }
            }
        }
        let times = scene.transport.times
        XCTAssertEqual(Set(scene.transport.receipts).count, 60)
        XCTAssertEqual(times.count, 60)
        XCTAssertGreaterThanOrEqual((times.last ?? 0) - (times.first ?? 0), 59 * 2 - 21)
        // Any half a minute has 15 of them, and at most so many more as clocks differ.
        for (first, last) in zip(times, times.dropFirst(27)) { XCTAssertGreaterThan(last - first, 30) }
    }

    // MARK: What Apple answers

    func testAnswersThatConcernOneReceipt() async throws {
        for (response, event, rest) in [
            (S.status(304), "notYet", 900.0),
            (S.status(404, "No Data Found"), "noData", 86_400),
            (S.status(400, "Bad Payload"), "rejected badPayload", 86_400),
            (S.status(400, "Incorrect Environment"), "rejected incorrectEnvironment", 86_400),
            (S.status(400, "something else"), "rejected badRequest", 86_400),
        ] {
            let answers = Locked(0)
            let scene = try S(for: .seconds(rest + 120)) { receipt, time in
                let count = answers.withLock {
                    $0 += 1; return $0
                }
                return count == 1 ? response : try S.renewed(receipt, metric: 2, at: time)
            }
            // The other key's receipt is exchanged all the same, and the first one after its rest.
            try await scene.register()
            try await scene.register()
            await (try scene.refresher(schedule: .every(S.day * 7))).run()
            XCTAssertEqual(scene.events, [event, "refreshed 2 after -", "refreshed 2 after -"])
            XCTAssertEqual(scene.transport.times.last ?? 0, rest, accuracy: 61, event)
        }
    }

    func testFailuresOfTheServicePauseAll() async throws {
        for (response, code, longest) in [
            (S.status(503), "serviceUnavailable", 450.0), (S.status(429), "tooManyRequests", 450),
            (S.status(500), "serverError", 30), (S.status(401), "unauthorized", 30),
            (S.status(403), "forbidden", 30), (S.status(302), "unexpectedStatus", 30),
            (S.status(200, "?"), "unreadableBody", 30),
        ] {
            // Half of 5, 10, 20, … seconds, and no random part.
            let scene = try S(for: .seconds(800)) { _, _ in response }
            for _ in 0..<40 { try await scene.register() }
            await (try scene.refresher()).run()
            let pauses = [2.5, 5, 10, 20, 40, 80, 160, 320, 450].map { min($0, longest) }
            XCTAssertEqual(scene.events.prefix(9), pauses.map { "paused \($0) \(code)" }[...])
            XCTAssertEqual(scene.events.count, longest == 450 ? 9 : 4 + (800 - 37) / 30 + 1, code)
            XCTAssertEqual(Set(scene.transport.receipts).count, scene.events.count, "each with another receipt")
            for (pause, times) in zip(pauses, zip(scene.transport.times, scene.transport.times.dropFirst())) {
                XCTAssertEqual(times.1 - times.0, pause, accuracy: 0.2, code)
            }
        }
    }

    /// Development has a host of its own, which a firewall may block.
    func testEnvironmentsPauseByThemselves() async throws {
        let scene = try S(for: .seconds(800)) { receipt, time in
            guard try S.environment(of: receipt) == .production else { throw URLError(.cannotConnectToHost) }
            return try S.renewed(receipt, metric: 2, at: time)
        }
        for _ in 0..<40 { try await scene.register(in: .development) }
        scene.clock.run(until: .seconds(1600))
        scene.clock.advance(by: .seconds(1))
        for _ in 0..<10 { try await scene.register() }
        await (try scene.refresher(rate: RefreshRate(1, per: .seconds(1)), schedule: .every(S.day))).run()
        let production = zip(scene.transport.times, scene.transport.receipts).filter {
            (try? S.environment(of: $0.1)) == .production
        }
        XCTAssertEqual(production.count, 10)
        XCTAssertLessThan(production.last?.0 ?? .infinity, 30)
        // Half of 5, 10, 20, … seconds.
        XCTAssertEqual(scene.transport.times.count - 10, 11)
    }

    /// A receipt whose exchange always fails is tried less and less often, and the others as if it were not there.
    func testOneReceiptThatAlwaysFails() async throws {
        for response in [S.status(500), S.status(403), S.status(304), S.status(503), S.status(200, "?")] {
            let bad = Locked<[UInt8]>([])
            let scene = try S(for: S.day * 30) { receipt, time in
                receipt == bad.withLock { $0 } ? response : try S.renewed(receipt, metric: 2, at: time)
            }
            let first = try await scene.register()
            bad.withLock { $0 = first.receipt ?? [] }
            scene.clock.advance(by: .seconds(1))
            for _ in 0..<4 { try await scene.register() }
            await (try scene.refresher()).run()
            let attempts = zip(scene.transport.times, scene.transport.receipts).filter { $0.1 == first.receipt }
            // After 15 minutes, then after as long again as it has been due, and from then on daily.
            for (earlier, later) in zip(attempts, attempts.dropFirst()) {
                let expected = min(max(earlier.0, 900), 86_400)
                XCTAssertEqual(later.0 - earlier.0, expected, accuracy: 62, "\(response.status)")
            }
            XCTAssertLessThan(attempts.count, 40)
            // Daily, but for a minute of waiting for each.
            XCTAssertGreaterThanOrEqual(scene.transport.times.count - attempts.count, 4 * 29)
        }
    }

    func testRetryAfterAndRecovery() async throws {
        let answers = Locked(0)
        let scene = try S(for: .seconds(3600)) { receipt, time in
            switch answers.withLock({
                $0 += 1; return $0
            }) {
            case 1: S.status(429, headers: [("Retry-After", "120")])
            case 2: throw URLError(.cannotConnectToHost)
            case 3: try S.renewed(receipt, metric: 2, at: time)
            case 4: S.status(503)
            default: try S.renewed(receipt, metric: 2, at: time)
            }
        }
        for _ in 0..<3 { try await scene.register() }
        await (try scene.refresher()).run()
        XCTAssertEqual(
            scene.events,
            [
                "paused 120.0 tooManyRequests", "paused 5.0 transportFailure", "refreshed 2 after -",
                // A success has begun the pauses anew.
                "paused 2.5 serviceUnavailable", "refreshed 2 after -", "refreshed 2 after -",
            ])
        let times = scene.transport.times
        XCTAssertEqual(times[1] - times[0], 120, accuracy: 0.2)
        XCTAssertEqual(times[2] - times[1], 5, accuracy: 0.2)
    }

    func testPauses() {
        var backoff = Backoff()
        let longest = (0..<20).map { _ in backoff.pause(jitter: 1) / .seconds(1) }
        XCTAssertEqual(longest.prefix(4), [5, 10, 20, 40])
        XCTAssertEqual(longest.last, 900)
        XCTAssertEqual(backoff.pause(jitter: 0), .seconds(450))
        XCTAssertEqual(backoff.pause(upTo: .seconds(60), jitter: 0), .seconds(30))
        XCTAssertEqual(backoff.pause(atLeast: .seconds(5000), jitter: 0), .seconds(5000))
        backoff.succeeded()
        XCTAssertEqual(backoff.pause(atLeast: .seconds(1), jitter: 0.5), .milliseconds(3750))
    }

    // MARK: Receipts that are not right

    func testUnusableStoredReceiptsAreNeverSent() async throws {
        let other = try await S(for: .zero).register()
        let otherRoot = try TestAuthority()
        let forged = try otherRoot.exchange(XCTUnwrap(other.receipt), riskMetric: 1, at: S.start)
        for (receipt, code) in [
            ([1, 2, 3], "malformedReceipt"), (other.receipt ?? [], "receiptKeyMismatch"), (forged, "chainUntrusted"),
        ] {
            let scene = try S(for: S.day * 3 + Duration.seconds(300))
            try await scene.register(.storedUnread, receipt: receipt)
            await (try scene.refresher()).run()
            // Looked at daily.
            XCTAssertEqual(scene.events, Array(repeating: "invalid \(code)", count: 4))
            XCTAssertEqual(scene.transport.times, [])
        }
    }

    func testExpiredReceiptsAreNeverSent() async throws {
        let scene = try S(for: S.day * 95 + Duration.seconds(600))
        try await scene.register()
        scene.clock.advance(by: S.day * 90)
        await (try scene.refresher()).run()
        // Looked at daily.
        XCTAssertEqual(scene.events, Array(repeating: "expired", count: 6))
        XCTAssertEqual(scene.transport.times, [])
    }

    func testNewReceiptsThatAreNotRightAreNotStored() async throws {
        for flaw in [ReceiptFlaw.otherKey, .otherRoot, .old, .truncated, .otherApp] {
            let scene = try S(for: .seconds(120)) { try S.renewed($0, metric: 2, at: $1, flaw: flaw) }
            let registered = try await scene.register()
            await (try scene.refresher()).run()
            XCTAssertEqual(scene.events, ["invalid \(flaw.code.rawValue)"])
            let stored = await scene.store.record(registered.keyID)
            XCTAssertEqual(stored?.receipt, registered.receipt)
            XCTAssertNil(stored?.riskMetric)
        }
        // The receipt itself, which anybody could send back.
        let scene = try S(for: .seconds(120)) { receipt, _ in S.status(200, Base64.encode(receipt)) }
        try await scene.register()
        await (try scene.refresher()).run()
        XCTAssertEqual(scene.events, ["invalid receiptTypeMismatch"])
    }

    // MARK: Stores and cancellation

    /// A store may cancel a task of its own, and throw what that throws.
    func testFailingStores() async throws {
        struct Down: Error {}
        for error: any Error in [Down(), CancellationError()] {
            let scene = try S(for: .seconds(2000))
            let registered = try await scene.register()
            let calls = Locked(0)
            let store = WatchedStore(scene.store) { _ in
                if calls.withLock({
                    $0 += 1; return $0
                }) <= 2 {
                    throw error
                }
            }
            await (try scene.refresher(store: store)).run()
            XCTAssertEqual(scene.events, ["storeFailed", "storeFailed", "refreshed 2 after -"], "\(error)")
            let record = await scene.store.record(registered.keyID)
            XCTAssertEqual(record?.riskMetric, 2)
        }
    }

    /// What could not be stored is exchanged again when its reservation ends.
    func testStoreThatFailsInBetween() async throws {
        struct Down: Error {}
        for error: any Error in [Down(), CancellationError()] {
            let scene = try S(for: .seconds(2000))
            try await scene.register()
            let isDown = Locked(true)
            let store = WatchedStore(scene.store) { call in
                let fails =
                    call == "replace"
                    && isDown.withLock { isDown in
                        defer { isDown = false }
                        return isDown
                    }
                if fails { throw error }
            }
            await (try scene.refresher(store: store)).run()
            XCTAssertEqual(scene.events, ["storeFailed", "refreshed 2 after -"], "\(error)")
            XCTAssertEqual(scene.transport.times.last ?? 0, 900, accuracy: 61)
        }
    }

    func testKeysThatAreRemovedMeanwhile() async throws {
        let scene = try S(for: .seconds(120))
        let registered = try await scene.register()
        let keyID = registered.keyID
        let store = WatchedStore(scene.store) { [inner = scene.store] call in
            if call == "replace" { _ = await inner.remove(keyID, of: registered.account) }
        }
        await (try scene.refresher(store: store)).run()
        XCTAssertEqual(scene.events, [])
        XCTAssertEqual(scene.transport.times.count, 1)
        let record = await scene.store.record(keyID)
        XCTAssertNil(record)
    }

    func testCancellation() async throws {
        let scene = try S(for: .zero)
        let tokens = ProviderTokenSource(key: try ProviderKey(testing: Scene.testKey.get()))
        let refresher = ReceiptRefresher(
            store: scene.store, client: AppAttestClient(tokens: tokens, transport: scene.transport),
            validator: try ReceiptValidator(anchors: .apple, maximumAge: .seconds(300)),
            rate: try RefreshRate(1, per: .seconds(1)), schedule: .asSoonAsPossible)
        let task = Task { await refresher.run() }
        task.cancel()
        await task.value
    }

    func testConfiguration() {
        XCTAssertThrowsError(try RefreshSchedule.every(.zero)) { error in
            XCTAssertEqual((error as? AttestError)?.code, .invalidConfiguration)
        }
    }

    // MARK: The whole, over real sockets

    func testWithFakeServices() async throws {
        let scene = try S(for: .seconds(10))
        let registered = try await scene.register()
        let standIn = try FakeAppleServices(Scene.testKey.get(), clock: { scene.clock.date }) { receipt, _ in
            try S.authority.get().exchange(receipt, riskMetric: 5, at: scene.clock.date)
        }
        let tokens = ProviderTokenSource(
            key: try ProviderKey(testing: Scene.testKey.get()), clock: { scene.clock.date })
        let refresher = ReceiptRefresher(
            store: scene.store,
            client: AppAttestClient(
                tokens: tokens, transport: Scene.transport, hosts: try ServiceHosts(gateway: standIn.url)),
            validator: try ReceiptValidator(anchors: S.authority.get().receiptAnchors, maximumAge: .seconds(300)),
            rate: try RefreshRate(1, per: .seconds(1)), schedule: .asSoonAsPossible, clock: scene.clock,
            now: { scene.clock.date })
        await refresher.run()
        let record = await scene.store.record(registered.keyID)
        XCTAssertEqual(record?.riskMetric, 5)
        XCTAssertEqual(standIn.requests.count, 1)
    }
}
