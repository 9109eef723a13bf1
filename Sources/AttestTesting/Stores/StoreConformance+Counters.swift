internal import AttestCore
internal import AttestVerify

extension StoreConformance {
    static let counterChecks: [StoreCheck<any AttestStore>] = [
        StoreCheck("the strict rule accepts what is above the last counter") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            for (counter, isAccepted): (UInt32, Bool) in [
                (0, false), (1, true), (1, false), (5, true), (4, false), (5, false), (.max, true), (.max, false),
                (6, false),
            ] {
                let accepted = try await subject.accepts(counter, of: record.keyID, by: .strict)
                try subject.expectEqual(accepted, isAccepted, "whether counter \(counter) is accepted")
            }
            try subject.expectEqual(
                try await subject.store.record(record.keyID)?.counter.highest, .max, "the stored counter")
        },

        StoreCheck("an accepted counter gives back the record as it is now") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            let time = subject.later(7)
            let advanced = try await subject.store.advance(record.keyID, to: 3, by: .strict, at: time)
            try subject.expectEqual(advanced?.counter.highest, 3, "the returned counter")
            try subject.expectEqual(advanced?.lastUsed, time, "the returned time of the last use")
            try subject.expectEqual(try await subject.store.record(record.keyID), advanced, "the stored record")
            let unknown = try await subject.store.advance(try subject.record(2).keyID, to: 3, by: .strict, at: time)
            try subject.expectEqual(unknown, nil, "the record of an unknown key")
        },

        StoreCheck("of 1,000 tasks with one counter, one wins") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            for (rule, counter): (CounterRule, UInt32) in [(.strict, 1), (try .window(64), 2)] {
                let winners = try await subject.race(Array(0..<1000)) { _ in
                    try await subject.accepts(counter, of: record.keyID, by: rule)
                }
                try subject.expectEqual(winners.count, 1, "the number of winners")
            }
        },

        StoreCheck("of 1,000 shuffled counters the strict rule accepts each at most once, and the highest") {
            subject in
            let record = try subject.record(1)
            try await subject.register(record)
            let accepted = try await subject.race(Array(1...1000).shuffled()) { counter in
                try await subject.accepts(UInt32(counter), of: record.keyID, by: .strict)
            }
            try subject.expectEqual(Set(accepted).count, accepted.count, "the number of different accepted counters")
            try subject.expect(accepted.contains(1000), "the highest counter is refused")
            try subject.expectEqual(
                try await subject.store.record(record.keyID)?.counter.highest, 1000, "the stored counter")
            // Calls one after another show that the accepted ones increase.
            let second = try subject.record(2)
            try await subject.register(second)
            var highest = 0
            for counter in Array(1...200).shuffled() {
                let isAccepted = try await subject.accepts(UInt32(counter), of: second.keyID, by: .strict)
                try subject.expectEqual(
                    isAccepted, counter > highest, "whether \(counter) after \(highest) is accepted")
                highest = max(highest, counter)
            }
        },

        StoreCheck("the window rule accepts each counter inside the window once") { subject in
            let rule = try CounterRule.window(64)
            let record = try subject.record(1)
            try await subject.register(record)
            // Shuffled within blocks of 32, so that none is ever more than 64 behind: all of them pass, once.
            for block in 0..<8 {
                let counters = (1...32).map { UInt32(block * 32 + $0) }
                let accepted = try await subject.race((counters + counters).shuffled()) { counter in
                    try await subject.accepts(counter, of: record.keyID, by: rule)
                }
                try subject.expectEqual(accepted.sorted(), counters, "the accepted counters of a block")
            }
            for counter: UInt32 in [256, 193, 192, 1, 0] {
                let isAccepted = try await subject.accepts(counter, of: record.keyID, by: rule)
                try subject.expect(!isAccepted, "counter \(counter) after 256 is accepted")
            }
        },

        StoreCheck("the window's reach is exact") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            let steps: [(counter: UInt32, window: Int, isAccepted: Bool)] = [
                (100, 64, true), (100, 64, false), (37, 64, true), (37, 64, false), (36, 64, false), (99, 1, false),
                (99, 2, true), (99, 64, false), (98, 2, false), (98, 3, true), (1000, 64, true), (937, 64, true),
                (936, 64, false),
            ]
            for step in steps {
                let isAccepted = try await subject.accepts(step.counter, of: record.keyID, by: .window(step.window))
                try subject.expectEqual(
                    isAccepted, step.isAccepted, "whether \(step.counter) is accepted with a window of \(step.window)")
            }
        },

        StoreCheck("a largest jump is kept") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            let rule = try CounterRule.strict.limitingJumps(to: 10)
            try subject.expect(try await subject.accepts(10, of: record.keyID, by: rule), "a jump of 10 is refused")
            do {
                _ = try await subject.store.advance(record.keyID, to: 21, by: rule, at: subject.now)
                try subject.expect(false, "a jump of 11 is accepted")
            } catch let error as AttestError {
                try subject.expectEqual(error.code, .counterJumpTooLarge, "the code")
            }
            try subject.expect(
                try await subject.accepts(20, of: record.keyID, by: rule), "the refused jump has left a trace")
        },
    ]
}
