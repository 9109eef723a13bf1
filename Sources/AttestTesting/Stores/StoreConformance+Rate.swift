internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoreConformance {
    static let rateChecks: [StoreCheck<any ReceiptStore>] = [
        StoreCheck("tokens of refreshers come one by one, at their rate") { subject in
            let rate = try RefreshRate(3, per: .seconds(1))
            var bucket = TokenBucket.full
            // Around the third of a second, which is no whole number of microseconds, and by steps back.
            for (step, seconds) in [0, 0.1, 0.333332, 0.333333, 0.5, 0.2, 0.666666, 2, 2.1, 1.9, 2.4].enumerated() {
                let time = subject.later(seconds)
                let next = try bucket.taking(by: rate, at: time)
                bucket = next ?? bucket
                let isTaken = try await subject.store.takeRefreshToken(by: rate, at: time)
                try subject.expectEqual(isTaken, next != nil, "step \(step): whether there is a token")
            }
        },

        StoreCheck("of many refreshers, one gets each token") { subject in
            let rate = try RefreshRate(1, per: .seconds(60))
            for round in 0..<3 {
                let winners = try await subject.race(Array(0..<64)) { _ in
                    try await subject.store.takeRefreshToken(by: rate, at: subject.later(Double(round) * 60))
                }
                try subject.expectEqual(winners.count, 1, "the number of winners in round \(round)")
            }
        },

        StoreCheck("a clock that was ahead stops no refresher") { subject in
            let rate = try RefreshRate(1, per: .seconds(10))
            func take(_ seconds: Double) async throws -> Bool {
                try await subject.store.takeRefreshToken(by: rate, at: subject.later(seconds))
            }
            try subject.expect(try await take(365 * 86_400), "no token a year ahead")
            try subject.expect(try await take(0), "no token when the clock is right again")
            try subject.expectEqual(try await take(9), false, "whether there is a token before the next")
            try subject.expect(try await take(10), "no token at the next")
            // Clocks that differ by some minutes share the rate all the same.
            try subject.expectEqual(try await take(-600), false, "whether there is a token on a clock that is behind")
        },

        StoreCheck("refreshers take no account's tokens, and no account takes theirs") { subject in
            guard let quotas = subject.store as? any NewKeyQuotaStore else { return }
            let (rate, limit) = (
                try RefreshRate(1, per: .seconds(60)), try NewKeyLimit(burst: 1, refillInterval: .seconds(60))
            )
            for account in ["", String(decoding: TokenBucket.refreshKey, as: UTF8.self)] {
                try subject.expect(
                    try await quotas.takeNewKeyToken(of: account, by: limit, at: subject.now), "no token of an account")
            }
            try subject.expect(
                try await subject.store.takeRefreshToken(by: rate, at: subject.now), "no token of the refreshers")
        },

        StoreCheck("a time that is no number gives no token of the refreshers") { subject in
            let rate = try RefreshRate(1, per: .seconds(1))
            for seconds in [Double.nan, .infinity, 1e300] {
                do {
                    _ = try await subject.store.takeRefreshToken(
                        by: rate, at: Date(timeIntervalSinceReferenceDate: seconds))
                } catch {
                    continue
                }
                try subject.expect(false, "there is an answer at \(seconds)")
            }
            try subject.expect(try await subject.store.takeRefreshToken(by: rate, at: subject.now), "no token is left")
        },
    ]
}
