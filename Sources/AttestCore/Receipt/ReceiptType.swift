/// Where a receipt comes from (field 6).
public enum ReceiptType: String, Sendable, Hashable, CaseIterable {
    /// The receipt inside of an attestation.
    case attest = "ATTEST"
    /// An answer of Apple's server to such a receipt, or to an earlier answer; it carries the risk metric.
    case receipt = "RECEIPT"
}
