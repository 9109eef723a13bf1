#if os(Linux)
import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

/// Several processes, and processes that are killed.
final class ProcessTests: StoreTestCase {
    /// What a call has reported survives the kill of its process, whatever it was doing at that time.
    func testKilledProcesses() async throws {
        var total = 0
        var reports: [Report] = []
        for round in 0..<50 {
            // A new file now and then, so that some are killed while they create it.
            let file = file("round-\(round / 5)")
            if round.isMultiple(of: 5) { reports = [] }
            let child = try ChildProcess(.loop, path: file)
            await child.waitUntilReady()
            try child.begin()
            try await Task.sleep(for: .microseconds(.random(in: 0...150_000)))
            child.kill()
            let (new, signal) = await child.end()
            XCTAssertEqual(signal, SIGKILL)
            total += new.count
            reports += new
            try await check(reports, file)
        }
        XCTAssertGreaterThan(total, 200)
    }

    private func check(_ reports: [Report], _ file: String) async throws {
        let store = try SQLiteStore(path: file)
        for report in reports {
            switch report {
            case .ready: break
            case .done: XCTFail("not killed")
            case .spent(let challenge):
                let fresh = try await store.spend(challenge, until: .distantFuture)
                XCTAssertFalse(fresh)
            case .registered(let keyID):
                let added = try await store.register(.sample(keyID))
                XCTAssertFalse(added)
            case .advanced(let keyID, let counter):
                await assertRefused(.counterNotIncreased) {
                    _ = try await store.advance(keyID, to: counter, by: .strict, at: Date())
                }
                fallthrough
            case .advancedInWindow(let keyID, let counter):
                await assertRefused(.counterNotIncreased) {
                    _ = try await store.advance(keyID, to: counter, by: .window(64), at: Date())
                }
            case .problem(let text):
                XCTFail(text)
            }
        }
        let fresh = try await store.spend(.random(), until: .distantFuture)
        XCTAssertTrue(fresh, "the file is in use again")
        let verdict = try Database.other(file, patience: 1000).text("PRAGMA integrity_check")
        XCTAssertEqual(verdict, "ok")
        // A store that has written nothing since it switched the file to WAL has no files beside it yet.
        withExtendedLifetime(store) {
            XCTAssertEqual(permissions(file), 0o600)
            for suffix in ["-wal", "-shm"] { XCTAssertEqual(permissions(file + suffix) ?? 0o600, 0o600, suffix) }
        }
    }

    /// Two processes create a file, and then use up the same challenges and counters, both as fast as they can.
    func testTwoProcessesOnOneFile() async throws {
        var shares = [0, 0]
        for round in 0..<3 {
            let file = file("round-\(round)")
            let children = try (0..<2).map { _ in try ChildProcess(.race, path: file) }
            for child in children { await child.waitUntilReady() }
            for child in children { try child.begin() }
            var reports: [[Report]] = []
            for child in children { reports.append(await child.end().reports) }
            let counts = reports.joined().reduce(into: [:]) { $0[$1, default: 0] += 1 }

            let keys = try ChildRole.raceKeys()
            XCTAssertEqual(counts[.ready], 2)
            XCTAssertEqual(counts[.done], 2)
            XCTAssertEqual(counts[.registered(keys.strict)], 1)
            XCTAssertEqual(counts[.registered(keys.window)], 1)
            for number in 0..<ChildRole.raceChallenges {
                XCTAssertEqual(counts[.spent(ChallengeID(number))], 1)
            }
            for counter in 1...ChildRole.raceCounters {
                // The tasks are not in step, so some counters come when a higher one is already accepted.
                XCTAssertLessThanOrEqual(counts[.advanced(keys.strict, counter), default: 0], 1)
                XCTAssertLessThanOrEqual(counts[.advancedInWindow(keys.window, counter), default: 0], 1)
            }
            XCTAssertEqual(counts[.advanced(keys.strict, ChildRole.raceCounters)], 1)
            XCTAssertEqual(counts[.advancedInWindow(keys.window, ChildRole.raceCounters)], 1)
            for case .problem(let text) in counts.keys { XCTFail(text) }
            for index in shares.indices { shares[index] += reports[index].count }
        }
        // Both were at it at once; how the wins are shared depends on the machine.
        for share in shares { XCTAssertGreaterThan(share, 50, "\(shares)") }
    }
}
#endif
