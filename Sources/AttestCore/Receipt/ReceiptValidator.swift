/// Judges receipts: whether Apple made one, for a certain key, and just now.
///
/// Make one and keep it: it remembers the chains of signers that it has proven, and keeps what verifying signatures needs.
///
/// A receipt lets a server ask Apple how many keys a device has attested for an app; the answer is a receipt as well.
/// Source: Apple, "Assessing fraud risk".
public struct ReceiptValidator: Sendable {
    private let chains: KnownChains
    private let verifiers = SignatureVerifier.pool(.p256)
    private let maximumAge: Duration

    /// Makes a validator.
    ///
    /// - Parameters:
    ///   - anchors: The roots to trust: `.apple` in production.
    ///   - maximumAge: How old a receipt may be when it arrives; Apple asks for five minutes, `.seconds(300)`.
    /// - Throws: `malformedTrustAnchor`; `invalidConfiguration` for an age that is not positive.
    public init(anchors: ReceiptAnchors, maximumAge: Duration) throws(AttestError) {
        guard maximumAge > .zero else {
            throw AttestError(.invalidConfiguration, "a maximum age of receipts of \(maximumAge)")
        }
        chains = KnownChains(anchors: try anchors.parsed())
        self.maximumAge = maximumAge
    }

    /// Carries out Apple's six steps and three more, up to the first that fails.
    ///
    /// The chain of the signer is judged at the time when the receipt was made. Its certificates name a responder for
    /// revocation, which is not asked: validators do no input or output.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - subject: The key that it must be about.
    ///   - origin: Where it comes from; decides about freshness, type and client data hash.
    /// - Returns: The proof.
    /// - Throws: The refusal, with Apple's number of the step.
    public func validate(
        _ receipt: Receipt, of subject: ReceiptSubject, from origin: ReceiptOrigin
    ) throws(AttestError) -> ValidatedReceipt {
        try ceremony(receipt, subject, origin).validated()
    }

    /// Carries out all steps, also after a failure, and reports on each.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - subject: The key that it must be about.
    ///   - origin: Where it comes from.
    /// - Returns: The steps in order, and what ``validate(_:of:from:)`` returns or throws.
    public func examine(
        _ receipt: Receipt, of subject: ReceiptSubject, from origin: ReceiptOrigin
    ) -> ValidationReport<ValidatedReceipt> {
        ceremony(receipt, subject, origin).examined()
    }

    private func ceremony(
        _ receipt: Receipt, _ subject: ReceiptSubject, _ origin: ReceiptOrigin
    ) -> ReceiptCeremony {
        ReceiptCeremony(
            receipt: receipt, subject: subject, origin: origin, chains: chains, verifiers: verifiers,
            maximumAge: maximumAge)
    }
}
