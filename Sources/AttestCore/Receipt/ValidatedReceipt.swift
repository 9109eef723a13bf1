/// The proof that Apple made a receipt for a key; only ``ReceiptValidator`` makes it.
public struct ValidatedReceipt: Sendable {
    /// The receipt, as received: what a server stores, and exchanges for a newer one.
    public let bytes: [UInt8]
    /// What it says.
    public let content: ReceiptContent

    package init(bytes: [UInt8], content: ReceiptContent) {
        self.bytes = bytes
        self.content = content
    }
}
