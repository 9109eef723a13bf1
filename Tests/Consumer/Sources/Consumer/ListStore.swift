import AttestVerify

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A store of this package's own, as plain as can be: two lists that one actor guards.
actor ListStore: AttestStore {
    private var spent: [(challenge: ChallengeID, expiry: Date)] = []
    /// The latest expiry of all challenges that were forgotten.
    private var mark = Date.distantPast
    private var records: [KeyRecord] = []

    func spend(_ challenge: ChallengeID, until expiry: Date) -> Bool {
        guard expiry > mark, !spent.contains(where: { $0.challenge == challenge }) else { return false }
        spent.append((challenge, expiry))
        return true
    }

    func purge(before time: Date) -> Int {
        let isOver = { (expiry: Date) in expiry < min(time, .distantFuture) }
        let over = spent.filter { isOver($0.expiry) }
        mark = over.reduce(mark) { max($0, $1.expiry) }
        spent.removeAll { isOver($0.expiry) }
        return over.count
    }

    func register(_ record: KeyRecord) -> Bool {
        guard index(of: record.keyID) == nil else { return false }
        records.append(record)
        return true
    }

    func record(_ keyID: KeyID) -> KeyRecord? {
        index(of: keyID).map { records[$0] }
    }

    func records(of account: String) -> [KeyRecord] {
        records.filter { $0.belongs(to: account) }.sorted { $0.created < $1.created }
    }

    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) throws -> KeyRecord? {
        guard let index = index(of: keyID) else { return nil }
        records[index].counter = try records[index].counter.accepting(counter, by: rule)
        records[index].lastUsed = time
        return records[index]
    }

    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) -> Bool {
        guard let index = index(of: keyID) else { return false }
        records[index].receipt = receipt
        return true
    }

    func remove(_ keyID: KeyID, of account: String) -> Bool {
        guard let index = index(of: keyID), records[index].belongs(to: account) else { return false }
        records.remove(at: index)
        return true
    }

    func removeAll(of account: String) -> Int {
        let count = records.count
        records.removeAll { $0.belongs(to: account) }
        return count - records.count
    }

    private func index(of keyID: KeyID) -> Int? { records.firstIndex { $0.keyID == keyID } }
}
