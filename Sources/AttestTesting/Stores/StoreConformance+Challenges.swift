internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoreConformance {
    static let challengeChecks: [StoreCheck<any AttestStore>] = [
        StoreCheck("a challenge is spent once") { subject in
            let expiry = subject.later(300)
            try subject.expect(
                try await subject.store.spend(subject.challenge(1), until: expiry), "the first use is refused")
            try subject.expect(
                !(try await subject.store.spend(subject.challenge(1), until: expiry)), "a second use is accepted")
            try subject.expect(
                try await subject.store.spend(subject.challenge(2), until: expiry), "another one is refused")
        },

        StoreCheck("of 1,000 tasks that spend one challenge, one wins") { subject in
            let expiry = subject.later(300)
            for round in 0..<3 {
                let winners = try await subject.race(Array(0..<1000)) { _ in
                    try await subject.store.spend(subject.challenge(round), until: expiry)
                }
                try subject.expectEqual(winners.count, 1, "the number of winners")
            }
        },

        StoreCheck("spending and loading is spending once, and loading") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            let expiry = subject.later(300)
            let first = try await subject.store.spend(subject.challenge(1), until: expiry, loading: record.keyID)
            try subject.expect(first.isFresh, "the first use is refused")
            try subject.expectEqual(first.record, record, "the loaded record")
            let second = try await subject.store.spend(subject.challenge(1), until: expiry, loading: record.keyID)
            try subject.expect(!second.isFresh, "a second use is accepted")
            // A challenge is used up also by a key that nobody knows.
            let unknown = try subject.record(2).keyID
            let third = try await subject.store.spend(subject.challenge(2), until: expiry, loading: unknown)
            try subject.expect(
                third.isFresh && third.record == nil, "an unknown key is loaded, or its challenge refused")
            try subject.expect(
                !(try await subject.store.spend(subject.challenge(2), until: expiry)), "it was not spent")

            let winners = try await subject.race(Array(0..<1000)) { _ in
                try await subject.store.spend(subject.challenge(3), until: expiry, loading: record.keyID).isFresh
            }
            try subject.expectEqual(winners.count, 1, "the number of winners of 1,000 tasks")
        },

        StoreCheck("purging forgets nothing before its time, and counts what it deletes") { subject in
            for number in 0..<100 {
                let expiry = subject.later(Double(number))
                try subject.expect(try await subject.store.spend(subject.challenge(number), until: expiry), "not spent")
            }
            // A store may leave deletion to a later purge, but counts no challenge twice.
            var count = 0
            for _ in 0..<3 { count += try await subject.store.purge(before: subject.later(50)) }
            try subject.expect((0...50).contains(count), "the number of forgotten ones is \(count), of 50 at most")
            for number in 50..<100 {
                let expiry = subject.later(Double(number))
                let isFresh = try await subject.store.spend(subject.challenge(number), until: expiry)
                try subject.expect(!isFresh, "a challenge was forgotten before its time")
            }
        },

        StoreCheck("a challenge that was purged too early stays refused") { subject in
            for number in 1...100 {
                _ = try await subject.store.spend(subject.challenge(number), until: subject.later(Double(number)))
            }
            // As by a clock that is ahead, and is then set right.
            for ahead in [50.5, 101, 3600] { _ = try await subject.store.purge(before: subject.later(ahead)) }
            for number in 1...100 {
                let expiry = subject.later(Double(number))
                try subject.expect(
                    !(try await subject.store.spend(subject.challenge(number), until: expiry)),
                    "a used challenge is fresh again after a purge")
            }
            let unknown = try subject.record(1).keyID
            let loaded = try await subject.store.spend(subject.challenge(7), until: subject.later(7), loading: unknown)
            try subject.expect(!loaded.isFresh, "a used challenge is fresh again where a key is loaded")
            try subject.expect(
                try await subject.store.spend(subject.challenge(101), until: subject.later(101)),
                "a challenge is refused that expires after all that were purged")
        },

        StoreCheck("a purge far in the future refuses no challenge that expires after the deleted ones") { subject in
            try subject.expect(
                try await subject.store.spend(subject.challenge(1), until: subject.later(1)), "not spent")
            for time in [subject.later(1e9), .distantFuture, .distantFuture] {
                _ = try await subject.store.purge(before: time)
            }
            for number in 2...10 {
                try subject.expect(
                    try await subject.store.spend(subject.challenge(number), until: subject.later(Double(number))),
                    "a fresh challenge is refused")
            }
            try subject.expect(
                !(try await subject.store.spend(subject.challenge(1), until: subject.later(1))),
                "a used challenge is fresh again")
        },

        StoreCheck("a cancelled task un-spends nothing") { subject in
            let expiry = subject.later(300)
            let numbers = Array(0..<200)
            // Whatever a cancelled call does, spend or throw, a challenge that was reported as spent stays so.
            let spent = await withTaskGroup(of: Int?.self) { group in
                for number in numbers {
                    group.addTask {
                        let isFresh = try? await subject.store.spend(subject.challenge(number), until: expiry)
                        return isFresh == true ? number : nil
                    }
                }
                group.cancelAll()
                var spent: [Int] = []
                for await number in group { number.map { spent.append($0) } }
                return spent
            }
            for number in spent {
                let isFresh = try await subject.store.spend(subject.challenge(number), until: expiry)
                try subject.expect(!isFresh, "a challenge that a cancelled task had spent is fresh again")
            }
        },
    ]
}
