public import AttestCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When the receipt of a key can be exchanged for a newer one.
///
/// Neither time says whether the receipt is valid. Source: Apple, "Assessing fraud risk".
public struct ReceiptTimes: Sendable, Hashable {
    /// When Apple hands out the next receipt (field 19); for the receipt of an attestation, when it was made (field 12).
    public let notBefore: Date

    /// When Apple may stop exchanging this receipt (field 21); nil when it does not say.
    public let expiration: Date?

    /// Takes the two times of a receipt.
    public init(notBefore: Date, expiration: Date?) {
        self.notBefore = notBefore
        self.expiration = expiration
    }

    /// Takes the times of a receipt; one of an attestation can be exchanged from its creation on.
    ///
    /// - Parameter content: What the receipt says.
    public init(_ content: ReceiptContent) {
        self.init(notBefore: content.notBefore ?? content.creationTime, expiration: content.expirationTime)
    }
}
