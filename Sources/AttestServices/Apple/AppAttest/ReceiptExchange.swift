/// The outcome of sending a receipt to Apple for a newer one.
public enum ReceiptExchange: Sendable, Hashable {
    /// A new receipt, which holds the risk metric; verify it, and store it in place of the old one.
    case renewed([UInt8])
    /// The receipt may not be exchanged before its not-before time; keep it.
    case notYet
    /// Apple has no data for the receipt: there is no metric.
    case noData
}

extension ReceiptExchange: Redacted {
    /// The case, without the receipt.
    public var description: String {
        switch self {
        case .renewed(let receipt): "renewed(\(receipt.count) bytes)"
        case .notYet: "notYet"
        case .noData: "noData"
        }
    }
}
