public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension TestAuthority {
    /// The root of receipts, to give to a validator in a test; attestations have another one, as Apple's have.
    public var receiptAnchors: ReceiptAnchors { receipts.anchors }

    /// Answers to a receipt as Apple's server does: with one that carries the risk metric.
    ///
    /// - Parameters:
    ///   - receipt: The receipt of an attestation, or an earlier answer.
    ///   - riskMetric: How many keys the device has attested.
    ///   - time: When the answer is made; it is exchanged again from a day later on.
    ///   - flaw: What to do wrong, so that a server's answer to it can be tested.
    /// - Returns: The new receipt.
    /// - Throws: What reading the given receipt throws, or `internalFailure`.
    public func exchange(
        _ receipt: [UInt8], riskMetric: UInt32, at time: Date, flaw: ReceiptFlaw? = nil
    ) throws(AttestError) -> [UInt8] {
        var draft = try ReceiptDraft.exchanged(for: receipt, riskMetric: riskMetric, at: time, authority: receipts)
        try flaw?.apply(to: &draft, authority: receipts, at: time)
        return try draft.assembled()
    }
}
