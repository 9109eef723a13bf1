internal import AttestCore
internal import AttestVerify

extension StoreConformance {
    static let keyChecks: [StoreCheck<any AttestStore>] = [
        StoreCheck("a record comes back as it was registered") { subject in
            let accounts = [
                "account", "", "with 'quotes' and \"more\"", "'; DROP TABLE keys; --", "ünïcödé 🦊 名前", "a%_b\\c",
                String(repeating: "x", count: 100_000),
            ]
            for (number, account) in accounts.enumerated() {
                var record = try subject.record(
                    number, account: account, environment: number % 2 == 0 ? .production : .development,
                    receipt: [nil, [], [UInt8](repeating: 0, count: 4000)][number % 3])
                try await subject.register(record)
                try subject.expectEqual(try await subject.store.record(record.keyID), record, "the record")
                try subject.expectEqual(
                    try await subject.store.records(of: account), [record], "the records of the account")
                _ = try await subject.store.updateReceipt(record.keyID, to: [9, 8, 7])
                record.receipt = [9, 8, 7]
                try subject.expectEqual(
                    try await subject.store.record(record.keyID), record, "the record with a new receipt")
            }
            let bare = try subject.record(1000)
            let minimal = KeyRecord(
                keyID: bare.keyID, publicKey: bare.publicKey, account: "minimal", appID: bare.appID,
                environment: .development,
                receipt: nil, launchCategory: nil, bundleVersion: nil, counter: .initial, created: bare.created,
                lastUsed: nil)
            try await subject.register(minimal)
            try subject.expectEqual(
                try await subject.store.record(minimal.keyID), minimal, "a record with little in it")
            let strange = try subject.record(1001)
            let extreme = KeyRecord(
                keyID: strange.keyID, publicKey: strange.publicKey, account: "extreme", appID: strange.appID,
                environment: .production, receipt: nil, launchCategory: LaunchCategory(rawValue: .max),
                bundleVersion: "",
                counter: CounterState(highest: .max, recent: .max), created: subject.now, lastUsed: subject.now)
            try await subject.register(extreme)
            try subject.expectEqual(
                try await subject.store.record(extreme.keyID), extreme, "a record of extreme values")
        },

        StoreCheck("accounts are told apart byte by byte") { subject in
            let composed = try subject.record(1, account: "caf\u{e9}")
            let decomposed = try subject.record(2, account: "cafe\u{301}")
            try await subject.register(composed)
            try await subject.register(decomposed)
            let keys = try await subject.store.records(of: composed.account).map(\.keyID)
            try subject.expectEqual(keys, [composed.keyID], "the keys of one account")
            try subject.expectEqual(try await subject.store.removeAll(of: decomposed.account), 1, "the removed keys")
            try subject.expectEqual(
                try await subject.store.record(composed.keyID), composed, "the key of the other account")
        },

        StoreCheck("an unknown key is known nowhere") { subject in
            let keyID = try subject.record(1).keyID
            try subject.expectEqual(try await subject.store.record(keyID), nil, "its record")
            try subject.expectEqual(
                try await subject.store.records(of: "account"), [], "the records of an unknown account")
            try subject.expect(!(try await subject.store.updateReceipt(keyID, to: [1])), "its receipt is updated")
            try subject.expect(!(try await subject.store.remove(keyID, of: "account")), "it is removed")
            try subject.expectEqual(try await subject.store.removeAll(of: "account"), 0, "the number of removed keys")
        },

        StoreCheck("a key is registered once") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            let thief = try subject.record(1, account: "another account")
            try subject.expect(!(try await subject.store.register(thief)), "a registered key is registered again")
            try subject.expectEqual(
                try await subject.store.record(record.keyID)?.account, "account", "the account of the key")

            let contested = (0..<1000).map { "account \($0)" }
            let winners = try await subject.race(contested) { account in
                try await subject.store.register(try subject.record(2, account: account))
            }
            try subject.expectEqual(winners.count, 1, "the number of winners of 1,000 tasks")
            try subject.expectEqual(
                try await subject.store.record(try subject.record(2).keyID)?.account, winners.first,
                "the winner's account")
        },

        StoreCheck("a removed key can be registered again, with a counter of its own") { subject in
            let record = try subject.record(1)
            try await subject.register(record)
            _ = try await subject.accepts(50, of: record.keyID, by: .strict)
            try subject.expect(
                try await subject.store.remove(record.keyID, of: "account"), "a registered key is not removed")
            try subject.expectEqual(try await subject.store.record(record.keyID), nil, "the record of a removed key")
            try subject.expect(
                !(try await subject.store.remove(record.keyID, of: "account")), "a removed key is removed again")
            let again = try subject.record(1, account: "another account")
            try await subject.register(again)
            try subject.expectEqual(try await subject.store.record(record.keyID), again, "the new record")
            try subject.expect(
                try await subject.accepts(1, of: record.keyID, by: .strict), "the old counter still counts")
        },

        StoreCheck("a key is removed only for the account that it belongs to") { subject in
            let accounts = ["account", "caf\u{e9}", ""]
            let others = ["Account", "account ", "accoun", "account\u{301}", "cafe\u{301}", "%", "_______"]
            for (number, account) in accounts.enumerated() {
                let record = try subject.record(number, account: account)
                try await subject.register(record)
                for other in others + accounts.filter({ $0 != account }) {
                    let isRemoved = try await subject.store.remove(record.keyID, of: other)
                    try subject.expect(!isRemoved, "the key of \(account.debugDescription) is removed for \(other)")
                }
                try subject.expectEqual(try await subject.store.record(record.keyID), record, "the key")
            }
            let first = try subject.record(0)
            let isRemoved = try await subject.store.remove(first.keyID, of: "account")
            try subject.expect(isRemoved, "the key is not removed for its own account")
            // Registered again, the same key is another account's.
            let again = try subject.record(0, account: "another account")
            try await subject.register(again)
            let isRemovedAgain = try await subject.store.remove(again.keyID, of: "account")
            try subject.expect(!isRemovedAgain, "the key is removed for the account that it belonged to")
            try subject.expectEqual(try await subject.store.record(again.keyID), again, "the key registered again")
            try subject.expectEqual(
                try await subject.store.record(try subject.record(1).keyID)?.account, "caf\u{e9}", "another key")
        },

        StoreCheck("a removal never meets a key that came to another account meanwhile") { subject in
            // The key goes to and fro between two accounts. Each removal names one, and must never take the other's.
            let keyID = try subject.record(1).keyID
            for round in 0..<20 {
                let (mine, other) = (try subject.record(1, account: "mine"), try subject.record(1, account: "other"))
                try await subject.register(mine)
                let removals = try await subject.race(Array(0..<20)) { _ in
                    guard try await subject.store.remove(keyID, of: "mine") else { return false }
                    _ = try await subject.store.register(other)
                    return true
                }
                try subject.expectEqual(removals.count, 1, "the number of removals in round \(round)")
                try subject.expectEqual(try await subject.store.record(keyID), other, "the other account's key")
                try subject.expectEqual(try await subject.store.removeAll(of: "other"), 1, "the removed keys")
            }
        },

        StoreCheck("accounts have several keys, and environments are kept apart") { subject in
            var mine: [KeyRecord] = []
            for number in 1...6 {
                let record = try subject.record(number, environment: number % 2 == 0 ? .production : .development)
                try await subject.register(record)
                mine.append(record)
            }
            let other = try subject.record(7, account: "other")
            try await subject.register(other)
            try subject.expectEqual(try await subject.store.records(of: "account"), mine, "the keys, the oldest first")

            _ = try await subject.accepts(9, of: mine[0].keyID, by: .strict)
            try subject.expectEqual(
                try await subject.store.record(mine[1].keyID)?.counter, .initial, "the counter of another key")
            try subject.expectEqual(try await subject.store.removeAll(of: "account"), 6, "the number of removed keys")
            try subject.expectEqual(try await subject.store.records(of: "account"), [], "what is left")
            try subject.expectEqual(try await subject.store.records(of: "other"), [other], "the other account's keys")
        },
    ]
}
