#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where the server has a receipt from, which decides what else must be true of it.
public enum ReceiptOrigin: Sendable, Hashable {
    /// It came with an attestation just now: it must be an ATTEST receipt, made for the same client data hash and fresh.
    case attestation(clientDataHash: ClientDataHash, receivedAt: Date)

    /// Apple's server answered with it just now: it must be a RECEIPT receipt and fresh.
    case exchange(receivedAt: Date)

    /// The server has kept it: it may be of either type and of any age.
    ///
    /// Use it for receipts that were checked when they arrived, or that never lead to a decision by themselves.
    case stored
}

extension ReceiptOrigin {
    var receivedAt: Date? {
        switch self {
        case .attestation(_, let time), .exchange(let time): time
        case .stored: nil
        }
    }

    var clientDataHash: ClientDataHash? {
        if case .attestation(let hash, _) = self { hash } else { nil }
    }

    var types: Set<ReceiptType> {
        switch self {
        case .attestation: [.attest]
        case .exchange: [.receipt]
        case .stored: Set(ReceiptType.allCases)
        }
    }
}
