internal import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoreConformance {
    /// All checks of a `ReceiptStore`.
    public static let receiptChecks: [StoreCheck<any ReceiptStore>] = claimChecks + replacementChecks + rateChecks

    static let replacementChecks: [StoreCheck<any ReceiptStore>] = [
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
                    try subject.expect(
                        try await subject.store.remove(record.keyID, of: record.account), "the key is not removed")
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
