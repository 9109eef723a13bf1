internal import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoreConformance {
    /// All checks of a `ReceiptStore`.
    public static let receiptChecks: [StoreCheck<any ReceiptStore>] = claimChecks + replacementChecks

    private static let claimChecks: [StoreCheck<any ReceiptStore>] = [
        StoreCheck("receipts are due at their not-before time, or when they were registered") { subject in
            let times = ReceiptTimes(notBefore: subject.later(100), expiration: subject.later(9000))
            let timed = try subject.record(1, receiptTimes: times)
            let endless = try subject.record(
                2, receiptTimes: ReceiptTimes(notBefore: subject.later(50), expiration: nil))
            let unread = try subject.record(3)
            let without = try subject.record(4, receipt: nil)
            for record in [timed, endless, unread, without] {
                try await subject.register(record)
                try subject.expectEqual(try await subject.store.record(record.keyID), record, "the record")
            }
            try subject.expectEqual(try await subject.claimed(at: 2), [], "what is due before all")
            try subject.expectEqual(try await subject.claimed(at: 3), [unread], "what is due at the registration")
            try subject.expectEqual(try await subject.claimed(at: 99), [endless], "what is due before the last")
            try subject.expectEqual(try await subject.claimed(at: 100), [timed], "what is due at the last")
            try subject.expectEqual(try await subject.claimed(at: 500), [], "what is due when all are reserved")
        },

        StoreCheck("claims take the earliest, so many at most, and end") { subject in
            var records: [KeyRecord] = []
            for number in 1...9 {
                let times = ReceiptTimes(notBefore: subject.later(Double(number * 7 % 10)), expiration: nil)
                records.append(try subject.record(number, receiptTimes: times))
                try await subject.register(records[number - 1])
            }
            records.sort { ($0.receiptTimes?.notBefore ?? subject.now) < ($1.receiptTimes?.notBefore ?? subject.now) }
            for limit in [0, -1, Int.min] {
                try subject.expectEqual(
                    try await subject.claimed(at: 100, limit: limit), [], "what is claimed with a limit of \(limit)")
            }
            try subject.expectEqual(
                try await subject.claimed(at: 100, until: 200, limit: 4), Array(records[..<4]), "the first four")
            try subject.expectEqual(
                try await subject.claimed(at: 100, until: 300, limit: .max), Array(records[4...]), "the others")
            try subject.expectEqual(try await subject.claimed(at: 199), [], "what is due while all are reserved")
            let back = try await subject.claimed(at: 200)
            try subject.expectEqual(Set(back.map(\.keyID)), Set(records[..<4].map(\.keyID)), "what comes back")
        },

        StoreCheck("of 64 claims at once, one gets each key") { subject in
            let count = 100
            for number in 0..<count { try await subject.register(subject.record(number)) }
            for round in 1...2 {
                let claims = try await withThrowingTaskGroup(of: [KeyID].self) { group in
                    for _ in 0..<64 {
                        group.addTask {
                            var keyIDs: [KeyID] = []
                            // Until there are none, or too many, as from a store that reserves nothing.
                            while keyIDs.count <= count {
                                let keys = try await subject.claimed(
                                    at: Double(1000 * round), until: Double(1000 * round + 1000), limit: 3)
                                if keys.isEmpty { break }
                                keyIDs += keys.map(\.keyID)
                            }
                            return keyIDs
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                try subject.expectEqual(claims.count, count, "the number of claimed keys")
                try subject.expectEqual(Set(claims).count, count, "the number of different ones")
            }
        },

        StoreCheck("a receipt is postponed, or never due again until it is replaced") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            try subject.expect(
                try await subject.store.postponeReceipt(record.keyID, until: subject.later(50)), "no key")
            try subject.expectEqual(try await subject.claimed(at: 49), [], "what is due before the time")
            try subject.expectEqual(try await subject.claimed(at: 50), [record], "what is due at the time")
            try subject.expect(try await subject.store.postponeReceipt(record.keyID, until: nil), "no key")
            try subject.expectEqual(try await subject.claimed(at: 1e9), [], "what is ever due")

            _ = try await subject.store.updateReceipt(record.keyID, to: [4])
            try subject.expectEqual(
                try await subject.claimed(at: 1, until: 10).map(\.receipt), [[4]], "what an updated receipt makes due")
            _ = try await subject.store.updateReceipt(record.keyID, to: [5])
            try subject.expectEqual(try await subject.claimed(at: 9), [], "what is due while it is reserved")

            let without = try subject.record(2, receipt: nil)
            try await subject.register(without)
            try subject.expectEqual(try await subject.claimed(at: 9), [], "what a key without a receipt makes due")
            _ = try await subject.store.updateReceipt(without.keyID, to: [6])
            try subject.expectEqual(
                try await subject.claimed(at: 9).map(\.receipt), [[6]], "what a first receipt makes due")
        },
    ]

    private static let replacementChecks: [StoreCheck<any ReceiptStore>] = [
        StoreCheck("a replaced receipt comes back with its times and its metric") { subject in
            var record = try subject.record(1)
            try await subject.register(record)
            let times = ReceiptTimes(notBefore: subject.later(20), expiration: subject.later(90))
            for metric: UInt32? in [nil, 3, 0, .max, nil] {
                let sample = metric.map { RiskSample(time: subject.later(5), metric: $0) }
                record.receipt = [9, UInt8(truncatingIfNeeded: metric ?? 1)]
                record.receiptTimes = times
                record.riskMetric = metric ?? record.riskMetric
                let isReplaced = try await subject.store.replaceReceipt(
                    record.keyID, with: record.receipt ?? [], times: times, nextDue: subject.later(30), sample: sample)
                try subject.expect(isReplaced, "the receipt of a registered key is not replaced")
                try subject.expectEqual(try await subject.store.record(record.keyID), record, "the record")
            }
            try subject.expectEqual(
                try await subject.store.riskHistory(of: record.keyID),
                [RiskSample(time: subject.later(5), metric: .max)], "the history, of one time")
            try subject.expectEqual(try await subject.claimed(at: 29), [], "what is due before")
            try subject.expectEqual(try await subject.claimed(at: 30), [record], "what is due then")

            let never = ReceiptTimes(notBefore: subject.now, expiration: nil)
            _ = try await subject.store.replaceReceipt(record.keyID, with: [], times: never, nextDue: nil, sample: nil)
            try subject.expectEqual(try await subject.claimed(at: 1e9), [], "what is ever due")
            record.receipt = []
            record.receiptTimes = never
            try subject.expectEqual(
                try await subject.store.record(record.keyID), record, "an empty receipt without end")

            _ = try await subject.store.updateReceipt(record.keyID, to: [1])
            record.receipt = [1]
            record.receiptTimes = nil
            try subject.expectEqual(
                try await subject.store.record(record.keyID), record, "the record with a receipt of unknown times")
        },

        StoreCheck("the history is kept by time, and bounded") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            let limit = RiskSample.historyLimit
            // Not in order: each of the times below once, whatever comes first.
            let numbers = (0..<limit + 20).map { ($0 * 49 + 60) % (limit + 20) }
            try subject.expectEqual(Set(numbers).count, limit + 20, "the number of times")
            var newest = 0
            for number in numbers {
                try await subject.replace(record, time: Double(number), metric: UInt32(number))
                newest = max(newest, number)
                try subject.expectEqual(
                    try await subject.store.record(record.keyID)?.riskMetric, UInt32(newest), "the newest metric")
            }
            let history = try await subject.store.riskHistory(of: record.keyID)
            try subject.expectEqual(history.map(\.metric), (20..<UInt32(limit + 20)).map { $0 }, "the metrics")
            try subject.expectEqual(history.first?.time, subject.later(20), "the first time")
            try subject.expectEqual(history.last?.time, subject.later(Double(limit + 19)), "the last time")

            try await subject.replace(record, time: Double(limit + 19), metric: 7)
            try subject.expectEqual(
                try await subject.store.riskHistory(of: record.keyID).last?.metric, 7, "a sample of the same time")
            try subject.expectEqual(
                try await subject.store.record(record.keyID)?.riskMetric, 7, "the metric of the same time")
        },

        StoreCheck("of replacements at once, all samples stay, and the newest is the key's") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            _ = try await subject.race((0..<64).shuffled()) { number in
                try await subject.replace(record, time: Double(number), metric: UInt32(number))
                return true
            }
            try subject.expectEqual(
                try await subject.store.riskHistory(of: record.keyID).map(\.metric), Array(0..<64), "the metrics")
            try subject.expectEqual(
                try await subject.store.record(record.keyID)?.riskMetric, 63, "the newest metric")
        },

        StoreCheck("a removed key takes its history along") { subject in
            let record = try subject.record(1)
            let other = try subject.record(2, account: "other")
            try await subject.register(other)
            try await subject.replace(other, time: 1, metric: 5)
            for removeAll in [false, true] {
                try await subject.register(record)
                try subject.expectEqual(
                    try await subject.store.riskHistory(of: record.keyID), [], "the history of a new key")
                try await subject.replace(record, time: 1, metric: 4)
                if removeAll {
                    try subject.expectEqual(
                        try await subject.store.removeAll(of: record.account), 1, "the number of removed keys")
                } else {
                    try subject.expect(try await subject.store.remove(record.keyID), "the key is not removed")
                }
                try subject.expectEqual(
                    try await subject.store.riskHistory(of: record.keyID), [], "the history of a removed key")
            }
            try await subject.register(record)
            try subject.expectEqual(
                try await subject.store.record(record.keyID), record, "the record of a key that is registered again")
            try subject.expectEqual(
                try await subject.store.riskHistory(of: other.keyID).map(\.metric), [5], "the other key's history")
        },

        StoreCheck("an unknown key has no receipt") { subject in
            let keyID = try subject.record(1).keyID
            let times = ReceiptTimes(notBefore: subject.now, expiration: nil)
            let isReplaced = try await subject.store.replaceReceipt(
                keyID, with: [1], times: times, nextDue: subject.now, sample: RiskSample(time: subject.now, metric: 1))
            try subject.expect(!isReplaced, "its receipt is replaced")
            try subject.expect(
                !(try await subject.store.postponeReceipt(keyID, until: subject.now)), "its receipt is postponed")
            try subject.expectEqual(try await subject.store.riskHistory(of: keyID), [], "its history")
            try subject.expectEqual(try await subject.claimed(at: 1e9), [], "what is due")
        },

        StoreCheck("the metric is in what an accepted counter gives back") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            try await subject.replace(record, time: 1, metric: 12)
            let advanced = try await subject.store.advance(record.keyID, to: 1, by: .strict, at: subject.now)
            try subject.expectEqual(advanced?.riskMetric, 12, "the metric")
            try subject.expectEqual(try await subject.store.record(record.keyID), advanced, "the stored record")
        },
    ]
}

extension StoreSubject<any ReceiptStore> {
    /// The records that are claimed, at a time in seconds, and reserved for another time.
    fileprivate func claimed(at time: Double, until lease: Double = 1e6, limit: Int = 100) async throws -> [KeyRecord] {
        try await store.claimReceipts(dueAt: later(time), reservedUntil: later(lease), limit: limit)
    }

    /// Replaces the receipt of a key by one with a metric.
    fileprivate func replace(_ record: KeyRecord, time: Double, metric: UInt32) async throws {
        let isReplaced = try await store.replaceReceipt(
            record.keyID, with: [1], times: ReceiptTimes(notBefore: later(time), expiration: nil),
            nextDue: later(time), sample: RiskSample(time: later(time), metric: metric))
        try expect(isReplaced, "the receipt of a registered key is not replaced")
    }
}
