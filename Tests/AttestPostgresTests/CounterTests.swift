import AttestCore
import AttestPostgres
import AttestVerify
import Foundation
import XCTest

final class CounterTests: StoreTestCase {
    private let time = Date(timeIntervalSince1970: 1_800_000_000.25)

    private func register(_ store: PostgresStore, counter: CounterState = .initial) async throws -> KeyRecord {
        let record = try KeyRecord.sample(counter: counter)
        _ = try await store.register(record)
        return record
    }

    func testStrict() async throws {
        let (store, time) = (try await makeStore(), time)
        var record = try await register(store)
        for counter: UInt32 in [1, 2, 5, 68, 69, 133, 1000, .max] {
            let advanced = try await store.advance(record.keyID, to: counter, by: .strict, at: time)
            record.counter = try record.counter.accepting(counter, by: .strict)
            record.lastUsed = time
            XCTAssertEqual(advanced, record)
            let kept = try await store.record(record.keyID)
            XCTAssertEqual(kept, record)
            for old in [counter, counter - 1, 0] {
                await assertRefused(.counterNotIncreased) {
                    _ = try await store.advance(record.keyID, to: old, by: .strict, at: .distantFuture)
                }
            }
            let still = try await store.record(record.keyID)
            XCTAssertEqual(still, record)
        }
    }

    func testUnknownKey() async throws {
        let (store, time) = (try await makeStore(), time)
        for rule: CounterRule in [.strict, try .window(8), try .strict.limitingJumps(to: 5)] {
            let record = try await store.advance(.random(), to: 1, by: rule, at: time)
            XCTAssertNil(record)
        }
    }

    func testJumps() async throws {
        let (store, time) = (try await makeStore(), time)
        let record = try await register(store)
        let rule = try CounterRule.strict.limitingJumps(to: 5)
        _ = try await store.advance(record.keyID, to: 5, by: rule, at: time)
        await assertRefused(.counterJumpTooLarge) {
            _ = try await store.advance(record.keyID, to: 11, by: rule, at: time)
        }
        await assertRefused(.counterNotIncreased) {
            _ = try await store.advance(record.keyID, to: 5, by: rule, at: time)
        }
        let advanced = try await store.advance(record.keyID, to: 10, by: rule, at: time)
        XCTAssertEqual(advanced?.counter.highest, 10)
    }

    /// A row that an import wrote with the bit of its highest counter clear.
    func testTheHighestCounterOfAnImportedRowCountsAsAccepted() async throws {
        let store = try await makeStore()
        for advances in [[], [41], [44]] as [[UInt32]] {
            for first in [CounterRule.strict, try .window(64)] where first != .strict || advances != [41] {
                let record = try await register(store)
                try await sql("UPDATE attest.keys SET counter = 42, recent = 0")
                for counter in advances {
                    _ = try await store.advance(record.keyID, to: counter, by: first, at: time)
                }
                await assertRefused(.counterNotIncreased) {
                    _ = try await store.advance(record.keyID, to: 42, by: .window(64), at: time)
                }
            }
        }
    }

    /// Random counters under random rules: the store's state is always the one that `CounterState` computes.
    func testAgreesWithCounterState() async throws {
        let (store, time) = (try await makeStore(), time)
        let rules: [CounterRule] = [
            .strict, .strict, try .window(1), try .window(8), try .window(64), try .window(64).limitingJumps(to: 70),
        ]
        for start: UInt32 in [0, 1000, .max - 300] {
            let state = CounterState(highest: start, recent: .random(in: .min ... .max) | 1)
            var record = try await register(store, counter: state)
            for _ in 0..<150 {
                let rule = try XCTUnwrap(rules.randomElement())
                let distance = Int64.random(in: Bool.random() ? -70...70 : -3...3)
                guard let counter = UInt32(exactly: Int64(record.counter.highest) + distance) else { continue }
                let expected = Swift.Result { try record.counter.accepting(counter, by: rule) }
                do {
                    let advanced = try await store.advance(record.keyID, to: counter, by: rule, at: time)
                    record.counter = try expected.get()
                    record.lastUsed = time
                    XCTAssertEqual(advanced, record)
                } catch let error as AttestError {
                    guard case .failure(let refusal as AttestError) = expected else {
                        return XCTFail("\(error) for \(counter) by \(rule) in \(record.counter)")
                    }
                    XCTAssertEqual(error.code, refusal.code)
                    XCTAssertEqual(error.context, refusal.context)
                }
                let kept = try await store.record(record.keyID)
                XCTAssertEqual(kept, record)
            }
        }
    }

    func testManyTasksAdvanceOneKey() async throws {
        // Two stores, so that locks count as well as the order of one store.
        let stores = [try await makeStore(), try await makeStore()]
        let time = time
        for rule in [CounterRule.strict, try .window(64), try .strict.limitingJumps(to: 100)] {
            let keyID = try await register(stores[0]).keyID
            let accepted = try await withThrowingTaskGroup { group in
                for number in 0..<400 {
                    group.addTask {
                        let counter = UInt32(number / 4 + 1)
                        do {
                            _ = try await stores[number % 2].advance(keyID, to: counter, by: rule, at: time)
                            return counter as UInt32?
                        } catch is AttestError {
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: [UInt32]()) { if let counter = $1 { $0.append(counter) } }
            }
            XCTAssertEqual(Set(accepted).count, accepted.count, "\(rule)")
            let record = try await stores[1].record(keyID)
            XCTAssertEqual(record?.counter.highest, accepted.max(), "\(rule)")
            XCTAssertEqual(accepted.max(), 100)
        }
    }
}
