extension ReceiptCeremony {
    func detail(of step: ReceiptStep) -> String {
        switch step {
        case .signature: "made by \(receipt.chain.leaf.subjectCommonName ?? "the signer"), over the content"
        case .signerChain: "the signer leads to a pinned root"
        case .signerMarker: "a signer of receipts"
        case .issuerMarker: "an issuer for application integration"
        case .content: detail { "\($0.fields.count) fields" }
        case .signerValidity:
            anchors.isEmpty
                ? "not judged, since the signer leads to no root"
                : detail { _ in "all certificates were valid when the receipt was made" }
        case .appID: detail(\.appID)
        case .freshness:
            detail { origin.receivedAt == nil ? "not judged for a stored receipt" : "made at \($0.creationTime)" }
        case .attestedKey: detail { _ in "the key" }
        case .clientDataHash:
            detail { _ in origin.clientDataHash == nil ? "judged with an attestation only" : "the attestation's" }
        case .type: detail { $0.type?.rawValue ?? "unknown" }
        case .environment: detail { $0.environment?.rawValue ?? ($0.namesEnvironment ? "unknown" : "not named") }
        }
    }

    private func detail(_ ofContent: (ReceiptContent) -> String) -> String {
        content.map(ofContent) ?? "not judged, since the content cannot be read"
    }
}
