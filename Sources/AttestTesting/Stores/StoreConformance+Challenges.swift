internal import AttestVerify

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

        StoreCheck("purging forgets what has expired, and nothing else") { subject in
            for number in 0..<100 {
                let expiry = subject.later(Double(number))
                try subject.expect(try await subject.store.spend(subject.challenge(number), until: expiry), "not spent")
            }
            try subject.expectEqual(
                try await subject.store.purge(before: subject.later(50)), 50,
                "the number of forgotten ones")
            try subject.expectEqual(
                try await subject.store.purge(before: subject.later(50)), 0,
                "the number at a second time")
            for number in 50..<100 {
                let expiry = subject.later(Double(number))
                let isFresh = try await subject.store.spend(subject.challenge(number), until: expiry)
                try subject.expect(!isFresh, "a challenge was forgotten before its time")
            }
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
