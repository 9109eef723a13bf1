import AttestCore
import AttestServices
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// A hundred days of two refreshers on one store, with receipts that always fail, outages, restarts and a failing store.
final class HostileDaysTests: XCTestCase {
    private typealias S = RefreshScene

    /// What the service does with some receipts, always.
    private static let faults: [TransportResponse?] = [
        S.status(500), S.status(403), S.status(304), S.status(404), S.status(400, "Bad Payload"), S.status(200, "?"),
        S.status(503), S.status(429, headers: [("Retry-After", "3600")]), nil,
    ]

    /// When the whole service is down, in days, and what it answers then; nil for nothing.
    private static let outages: [(days: Range<Double>, response: TransportResponse?, longestPause: Double)] = [
        (20..<23, S.status(503), 450), (40.5..<40.75, nil, 450), (60..<61, S.status(429), 450),
        (70..<72, S.status(500), 30),
    ]

    private final class Requests: Sendable {
        let log = Locked<[(day: Double, key: P256PublicKey)]>([])
        let bad = Locked<[P256PublicKey: TransportResponse?]>([:])

        /// Answers as a service with all these faults.
        func answer(_ receipt: [UInt8], _ time: Date) throws -> TransportResponse {
            let key = try Receipt(decoding: receipt).unprovenContent().publicKey
            let day = time.timeIntervalSince(S.start) / 86_400
            log.withLock { $0.append((day, key)) }
            var response: TransportResponse?
            if let outage = HostileDaysTests.outages.first(where: { $0.days.contains(day) }) {
                response = outage.response
            } else if let fault = bad.withLock({ $0[key] }) {
                response = fault
            } else {
                response = try S.renewed(receipt, metric: 2, at: time)
            }
            guard let response else { throw URLError(.timedOut) }
            return response
        }
    }

    func testHundredDays() async throws {
        try XCTSkipUnless(
            ProcessInfo.processInfo.environment["ATTEST_EXHAUSTIVE"] != nil, "it takes long: set ATTEST_EXHAUSTIVE")
        let requests = Requests()
        let scene = try S(for: .zero) { try requests.answer($0, $1) }
        // Those that always fail are due first; there are as many as good ones.
        var bad: [P256PublicKey] = []
        for fault in Self.faults + Self.faults {
            let key = try await scene.register().publicKey
            requests.bad.withLock { $0[key] = .some(fault) }
            bad.append(key)
        }
        scene.clock.advance(by: .seconds(1))
        var good: [P256PublicKey] = []
        for _ in bad { good.append(try await scene.register().publicKey) }

        // Both refreshers restart every ten days, and forget what they knew.
        for period in 1...10 {
            scene.clock.run(until: S.day * (10 * period), tasks: 2)
            let refreshers = try (0..<2).map { number in
                try scene.refresher(
                    rate: RefreshRate(6, per: .seconds(60)), clockAhead: { _ in Double(number) },
                    pollInterval: .seconds(300))
            }
            await withTaskGroup(of: Void.self) { group in
                for refresher in refreshers { group.addTask { await refresher.run() } }
            }
        }

        let log = requests.log.withLock { $0 }
        XCTAssertEqual(scene.clock.elapsed, S.day * 100)
        assertGoodOnesAreRefreshed(good, log)
        for (key, fault) in zip(bad, Self.faults + Self.faults) {
            let count = log.count { $0.key == key }
            // Seven times on the first day and then daily, until it expires; what is left out by 429 is tried with the others.
            XCTAssertLessThan(count, 110, "\(String(describing: fault?.status))")
            XCTAssertGreaterThan(count, 60, "\(String(describing: fault?.status))")
        }
        for outage in Self.outages {
            let count = log.count { outage.days.contains($0.day) }
            let seconds = (outage.days.upperBound - outage.days.lowerBound) * 86_400
            XCTAssertLessThan(Double(count), 2 * (seconds / outage.longestPause + 10), "in \(outage.days)")
        }
        // Also after an outage, both together keep to ten seconds for each, but for the second by which their clocks differ.
        for (earlier, later) in zip(log, log.dropFirst()) {
            XCTAssertGreaterThan((later.day - earlier.day) * 86_400, 8.9, "on day \(later.day)")
        }
    }

    /// Each is refreshed daily, or within hours of the end of an outage.
    private func assertGoodOnesAreRefreshed(_ good: [P256PublicKey], _ log: [(day: Double, key: P256PublicKey)]) {
        for key in good {
            let days = log.filter { entry in
                entry.key == key && !Self.outages.contains { $0.days.contains(entry.day) }
            }.map(\.day)
            for (earlier, later) in zip([0] + days, days + [100]) {
                let outage = Self.outages.first { $0.days.overlaps(earlier..<max(later, earlier.nextUp)) }
                // What was tried in an outage rests for as long again, up to a day.
                let length = outage.map { $0.days.upperBound - $0.days.lowerBound } ?? 0
                XCTAssertLessThan(later - earlier, 1.1 + length + min(length, 1), "until day \(later)")
            }
        }
    }
}
