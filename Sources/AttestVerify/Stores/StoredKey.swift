internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A key in an `InMemoryStore`.
struct StoredKey {
    var record: KeyRecord
    /// When the receipt is due for a newer one; nil for never.
    var due: Date?
    /// By time, the newest last.
    private(set) var history: [RiskSample] = []

    init(_ record: KeyRecord) {
        self.record = record
        due = record.receipt == nil ? nil : record.receiptTimes?.notBefore ?? record.created
    }

    /// Replaces the receipt by one whose times are unknown.
    mutating func update(_ receipt: [UInt8]) {
        record.receipt = receipt
        record.receiptTimes = nil
        due = due ?? record.created
    }

    /// Replaces the receipt, and adds a sample.
    mutating func replace(_ receipt: [UInt8], _ times: ReceiptTimes, _ nextDue: Date?, _ sample: RiskSample?) {
        record.receipt = receipt
        record.receiptTimes = times
        due = nextDue
        guard let sample else { return }
        history.removeAll { $0.time == sample.time }
        history.insert(sample, at: history.firstIndex { $0.time > sample.time } ?? history.endIndex)
        history = history.suffix(RiskSample.historyLimit)
        record.riskMetric = history.last?.metric
    }
}
