internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoreConformance {
    static let claimChecks: [StoreCheck<any ReceiptStore>] = [
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
}
