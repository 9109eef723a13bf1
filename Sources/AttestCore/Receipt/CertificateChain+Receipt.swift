extension CertificateChain {
    /// Whether the leaf is one for receipts, because Apple's root signs for many of its services.
    var hasReceiptSigner: Bool { leaf.extensions.hasMarker(.receiptSigner) }

    /// Whether the leaf's issuer is one for application integration.
    var hasReceiptIssuer: Bool { issuers.first?.extensions.hasMarker(.applicationIntegrationCA) ?? false }

    /// Whether both are.
    var isOfReceipts: Bool { hasReceiptSigner && hasReceiptIssuer }
}

extension CertificateExtensions {
    /// Whether there is a marker: an extension whose value is NULL.
    fileprivate func hasMarker(_ id: ObjectIdentifier) -> Bool {
        self[id]?.value.elementsEqual([0x05, 0x00]) ?? false
    }
}
