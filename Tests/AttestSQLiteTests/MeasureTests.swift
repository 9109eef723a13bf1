import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestSQLite

final class MeasureTests: XCTestCase {
    func testMeasure() async throws {
        guard let mode = ProcessInfo.processInfo.environment["MEASURE"] else { return }
        let path = ProcessInfo.processInfo.environment["MEASURE_PATH"] ?? "/tmp/measure-\(getpid()).db"
        let store = try SQLiteStore(path: path)
        let clock = ContinuousClock()
        if mode == "hot" {
            var waits: [Duration] = []
            let end = clock.now + .seconds(15)
            while clock.now < end {
                waits.append(try await clock.measure { _ = try await store.spend(.random(), until: .distantFuture) })
            }
            waits.sort()
            print("HOT n=\(waits.count) p50=\(waits[waits.count / 2]) p99=\(waits[waits.count * 99 / 100]) p999=\(waits[waits.count * 999 / 1000]) max=\(waits[waits.count - 1])")
            return
        }
        let n = 10_000
        func rate(_ name: String, _ d: Duration, _ n: Int) {
            let s = Double(d.components.seconds) + Double(d.components.attoseconds) / 1e18
            print("RATE \(name): \(Int(Double(n) / s))/s")
        }
        rate("spend", try await clock.measure { for i in 0..<n { _ = try await store.spend(ChallengeID(i), until: .distantFuture) } }, n)
        rate("replayed spend", try await clock.measure { for i in 0..<n { _ = try await store.spend(ChallengeID(i), until: .distantFuture) } }, n)
        let r = try KeyRecord.sample(receipt: Array(repeating: 7, count: 4000))
        _ = try await store.register(r)
        rate("strict", try await clock.measure { for i in 1...UInt32(n) { _ = try await store.advance(r.keyID, to: i, by: .strict, at: Date()) } }, n)
        rate("refused", try await clock.measure { for i in 1...UInt32(n) { _ = try? await store.advance(r.keyID, to: i, by: .strict, at: Date()) } }, n)
        let w = try CounterRule.window(64)
        rate("window", try await clock.measure { for i in 10001...UInt32(n + 10000) { _ = try await store.advance(r.keyID, to: i, by: w, at: Date()) } }, n)
        rate("record", try await clock.measure { for _ in 1...UInt32(n) { _ = try await store.record(r.keyID) } }, n)
        rate("spend+load", try await clock.measure { for _ in 0..<n { _ = try await store.spend(.random(), until: .distantFuture, loading: r.keyID) } }, n)
        rate("64 tasks spend", try await clock.measure { await withTaskGroup { g in for _ in 0..<64 { g.addTask { for _ in 0..<100 { _ = try? await store.spend(.random(), until: .distantFuture) } } } } }, 6400)
        let d = try Database(path: path, patience: 1000)
        try d.execute("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) INSERT OR IGNORE INTO spent_challenges SELECT randomblob(16), i FROM n")
        rate("purge", try await clock.measure { print("purged", try await store.purge(before: Date(timeIntervalSinceReferenceDate: 900000))) }, 900_000)
    }
}
