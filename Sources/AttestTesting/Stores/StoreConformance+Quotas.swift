internal import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoreConformance {
    /// All checks of a `NewKeyQuotaStore`.
    public static let quotaChecks: [StoreCheck<any NewKeyQuotaStore>] = [
        StoreCheck("tokens are taken as a token bucket gives them") { subject in
            // A small generator of its own, so that a failure can be repeated.
            var state: UInt64 = 1
            func random(_ bound: UInt64) -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return (state >> 33) % bound
            }
            for (number, (burst, seconds)) in [(6, 3600), (1, 1), (3, 7), (1000, 86_400)].enumerated() {
                let limit = try NewKeyLimit(burst: burst, refillInterval: .seconds(seconds))
                var bucket = TokenBucket.full
                var time = subject.now
                for step in 0..<60 {
                    // Forwards, and now and then backwards, by parts of seconds that no binary fraction holds.
                    let microseconds = Double(random(UInt64(seconds) * 1_500_000))
                    time.addTimeInterval((random(8) == 0 ? -microseconds : microseconds) / 1_000_000)
                    let next = try bucket.taking(by: limit, at: time)
                    bucket = next ?? bucket
                    let isTaken = try await subject.store.takeNewKeyToken(of: "account \(number)", by: limit, at: time)
                    try subject.expectEqual(
                        isTaken, next != nil, "step \(step) of burst \(burst): whether there is a token")
                }
            }
        },

        StoreCheck("of many tasks, as many get a token as there are") { subject in
            for (number, burst) in [1, 6, 40].enumerated() {
                let limit = try NewKeyLimit(burst: burst, refillInterval: .seconds(60))
                let account = "account \(number)"
                var winners = try await subject.race(Array(0..<64)) { _ in
                    try await subject.store.takeNewKeyToken(of: account, by: limit, at: subject.now)
                }
                try subject.expectEqual(winners.count, burst, "the number of winners")
                winners = try await subject.race(Array(0..<64)) { _ in
                    try await subject.store.takeNewKeyToken(of: account, by: limit, at: subject.later(60))
                }
                try subject.expectEqual(winners.count, 1, "the number of winners after an interval")
            }
        },

        StoreCheck("accounts have buckets of their own, and are told apart byte by byte") { subject in
            let limit = try NewKeyLimit(burst: 1, refillInterval: .seconds(60))
            let accounts = [
                "caf\u{e9}", "cafe\u{301}", "", "'; DROP TABLE keys; --", "a", "A", "a\0", "a\0b",
                String(repeating: "x", count: 100_000),
            ]
            for isFirst in [true, false] {
                for account in accounts {
                    let isTaken = try await subject.store.takeNewKeyToken(of: account, by: limit, at: subject.now)
                    try subject.expectEqual(isTaken, isFirst, "whether there is a token of \(account.prefix(20))")
                }
            }
        },

        StoreCheck("purging forgets full buckets, and nothing else") { subject in
            let limit = try NewKeyLimit(burst: 2, refillInterval: .seconds(60))
            func take(_ account: Int, at time: Date) async throws -> Bool {
                try await subject.store.takeNewKeyToken(of: "account \(account)", by: limit, at: time)
            }
            for account in 0..<10 {
                try subject.expect(try await take(account, at: subject.later(Double(account))), "no token")
            }
            // They are full again after 60 to 69 seconds.
            try subject.expectEqual(
                try await subject.store.purgeNewKeyQuotas(before: subject.later(65)), 5, "the number of full buckets")
            try subject.expectEqual(
                try await subject.store.purgeNewKeyQuotas(before: subject.later(65)), 0, "the number a second time")
            for account in 0..<10 {
                for isExpected in [true, account < 5] {
                    let isTaken = try await take(account, at: subject.later(64))
                    try subject.expectEqual(isTaken, isExpected, "whether there is a token of account \(account)")
                }
            }
        },

        StoreCheck("a time that is no number is no refusal") { subject in
            for seconds in [Double.nan, .infinity, 1e300] {
                do {
                    _ = try await subject.store.takeNewKeyToken(
                        of: "account", by: .standard, at: Date(timeIntervalSinceReferenceDate: seconds))
                } catch {
                    continue
                }
                try subject.expect(false, "there is an answer at \(seconds)")
            }
            try subject.expect(
                try await subject.store.takeNewKeyToken(of: "account", by: .standard, at: subject.now),
                "no token is left")
        },
    ]
}
