internal import AttestCore
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A store under test, and what checks need to talk about it.
struct StoreFixture<Store: Sendable>: Sendable {
    let check: String
    let store: Store

    /// A time in whole seconds, which every store can keep exactly.
    let now = Date(timeIntervalSince1970: 1_790_000_000)

    func later(_ seconds: Double) -> Date { now.addingTimeInterval(seconds) }

    func expect(_ condition: Bool, _ description: String) throws {
        guard condition else { throw StoreConformance.Violation(check: check, description: description) }
    }

    func expectEqual<Value: Equatable>(_ actual: Value, _ expected: Value, _ what: String) throws {
        try expect(actual == expected, "\(what) is \(actual) and must be \(expected)")
    }

    func challenge(_ number: Int) -> ChallengeID {
        ChallengeID(bytes: (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) })
    }

    /// The record of a key that differs by its number.
    ///
    /// Stores keep a key without judging it.
    func record(
        _ number: Int, account: String = "account", environment: AttestEnvironment = .production,
        receipt: [UInt8]? = [1, 2, 3], receiptTimes: ReceiptTimes? = nil
    ) throws -> KeyRecord {
        let bytes = (0..<64).map { UInt8(truncatingIfNeeded: number >> ($0 % 8 * 8)) }
        let publicKey = try P256PublicKey(x963: [0x04] + bytes)
        return KeyRecord(
            keyID: try publicKey.keyID(), publicKey: publicKey, account: account,
            appID: try AppID("A1B2C3D4E5.com.example.app"), environment: environment, receipt: receipt,
            launchCategory: .appStore, bundleVersion: "1.2.3", counter: .initial,
            created: later(Double(number)), lastUsed: nil, receiptTimes: receiptTimes)
    }

    /// Runs one task for each element at once; gives back those for which it returned true, in the order of their ends.
    func race<Element: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Bool
    ) async throws -> [Element] {
        try await withThrowingTaskGroup(of: (Element, Bool).self) { group in
            for element in elements {
                group.addTask { (element, try await body(element)) }
            }
            var winners: [Element] = []
            for try await (element, won) in group where won { winners.append(element) }
            return winners
        }
    }
}

extension StoreFixture<any AttestStore> {
    func register(_ record: KeyRecord) async throws {
        try expect(try await store.register(record), "a new key is not registered")
    }

    /// Whether a counter is accepted; errors other than its refusal are the store's.
    func accepts(_ counter: UInt32, of keyID: KeyID, by rule: CounterRule) async throws -> Bool {
        do {
            return try await store.advance(keyID, to: counter, by: rule, at: now) != nil
        } catch let error as AttestError where error.code == .counterNotIncreased {
            return false
        }
    }
}
