#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The checks of one receipt; ``ReceiptStep`` has their order.
struct ReceiptCeremony: Ceremony {
    let receipt: Receipt
    let subject: ReceiptSubject
    let origin: ReceiptOrigin
    let chains: KnownChains
    let verifiers: ContextPool<SignatureVerifier>
    let maximumAge: Duration

    /// The anchors that the signer leads to, once that is proven.
    private(set) var anchors: [Certificate] = []
    /// What the receipt says, from step 3 on.
    private(set) var content: ReceiptContent?

    init(
        receipt: Receipt, subject: ReceiptSubject, origin: ReceiptOrigin, chains: KnownChains,
        verifiers: ContextPool<SignatureVerifier>, maximumAge: Duration
    ) {
        self.receipt = receipt
        self.subject = subject
        self.origin = origin
        self.chains = chains
        self.verifiers = verifiers
        self.maximumAge = maximumAge
    }

    mutating func check(_ step: ReceiptStep) throws(AttestError) -> Bool {
        switch step {
        case .signature: try checkSignature()
        case .signerChain: try checkSignerChain()
        case .signerMarker: try checkSignerMarker()
        case .issuerMarker: try checkIssuerMarker()
        case .content: content = try receipt.unprovenContent()
        case .signerValidity: return try checkSignerValidity()
        case .appID: return try checkAppID()
        case .freshness: return try checkFreshness()
        case .attestedKey: return try checkAttestedKey()
        case .clientDataHash: return try checkClientDataHash()
        case .type: return try checkType()
        case .environment: return try checkEnvironment()
        }
        return true
    }

    func proof() throws(AttestError) -> ValidatedReceipt {
        guard let content, !anchors.isEmpty else {
            throw AttestError(.internalFailure, "a proof before all steps have passed")
        }
        return ValidatedReceipt(bytes: receipt.bytes, content: content)
    }

    // MARK: The steps, in order

    /// Step 1: the signer's key has signed the content.
    private func checkSignature() throws(AttestError) {
        guard case .p256(let key) = receipt.chain.leaf.publicKey else {
            throw AttestError(.certificateKeyUnsupported, "the signer of the receipt has a key that is not on P-256")
        }
        let isValid: Bool
        do throws(AttestError) {
            isValid = try receipt.signerInfo.isSignature(of: key, over: receipt.content, verifiers)
        } catch {
            // The point is the receipt's, and not one that the server has stored.
            throw error.code == .malformedPublicKey
                ? AttestError(.certificateKeyUnsupported, "the signer's public key is not a point on its curve") : error
        }
        guard isValid else {
            throw AttestError(.receiptSignatureInvalid, "the signature does not verify under the signer's key")
        }
    }

    /// Step 2: the chain leads from the signer to an anchor, and nothing else came along but pinned roots.
    private mutating func checkSignerChain() throws(AttestError) {
        let anchors = try chains.anchors(of: receipt.chain)
        guard receipt.otherCertificates.allSatisfy({ other in chains.anchors.contains { $0.der == other.der } }) else {
            throw AttestError(
                .chainContainsExtraCertificate,
                "the receipt brings along a certificate that is neither on the path nor pinned")
        }
        self.anchors = anchors
    }

    /// Step 2: the signer is one for receipts, because Apple's root signs for many of its services.
    private func checkSignerMarker() throws(AttestError) {
        guard receipt.chain.hasReceiptSigner else {
            throw AttestError(
                .receiptSignerMarkerMissing, "the signer lacks the extension \(ObjectIdentifier.receiptSigner)")
        }
    }

    /// Step 2: the issuer of the signer is one for application integration.
    private func checkIssuerMarker() throws(AttestError) {
        guard receipt.chain.hasReceiptIssuer else {
            throw AttestError(
                .receiptIssuerMarkerMissing,
                "the signer's issuer lacks the extension \(ObjectIdentifier.applicationIntegrationCA)")
        }
    }

    /// Step 2: the chain was valid when the receipt was made: receipts outlive the certificates of their signers.
    private func checkSignerValidity() throws(AttestError) -> Bool {
        guard let content, !anchors.isEmpty else { return false }
        try receipt.chain.checkValidity(leadingTo: anchors, at: content.creationTime)
        return true
    }

    /// Step 4: field 2 is the App ID.
    private func checkAppID() throws(AttestError) -> Bool {
        guard let content else { return false }
        guard content.appID.utf8.elementsEqual(subject.appID.text.utf8) else {
            throw AttestError(.receiptAppIDMismatch, "the receipt is for another app")
        }
        return true
    }

    /// Step 5: field 12 is not longer ago than allowed, and not in the future.
    private func checkFreshness() throws(AttestError) -> Bool {
        guard let content, let receivedAt = origin.receivedAt else { return false }
        // All in whole microseconds: decimals have no exact binary form, and exactly the limit passes.
        let age = (receivedAt.timeIntervalSince(content.creationTime) * 1e6).rounded()
        // Written so that an age that is not a number is refused.
        guard age <= (maximumAge / .microseconds(1)).rounded() else {
            throw AttestError(
                .receiptTooOld, "made \((age / 1e6).rounded()) s before it was received, and \(maximumAge) are allowed")
        }
        guard -age <= (AttestLimits.receiptClockSkew / .microseconds(1)).rounded() else {
            throw AttestError(.receiptFromFuture, "made \((-age / 1e6).rounded()) s after it was received")
        }
        return true
    }

    /// Step 6: field 3 holds the attested key.
    private func checkAttestedKey() throws(AttestError) -> Bool {
        guard let content else { return false }
        guard constantTimeEqual(content.publicKey.x963[...], subject.publicKey.x963[...]) else {
            throw AttestError(.receiptKeyMismatch, "the receipt is for another key")
        }
        return true
    }

    /// Field 4 is the client data hash of the attestation; Apple damages it in later receipts.
    private func checkClientDataHash() throws(AttestError) -> Bool {
        guard let content, case .attestation(let clientDataHash, _) = origin else { return false }
        guard let hash = content.clientDataHash else {
            throw AttestError(.receiptFieldMissing, "no field \(ReceiptField.clientHash)")
        }
        guard constantTimeEqual(hash[...], clientDataHash.bytes[...]) else {
            throw AttestError(.receiptClientDataHashMismatch, "the receipt is for another attestation")
        }
        return true
    }

    /// Field 6 fits where the receipt comes from.
    private func checkType() throws(AttestError) -> Bool {
        guard let content else { return false }
        guard let type = content.type, origin.types.contains(type) else {
            throw AttestError(.receiptTypeMismatch, "the type is \(content.type?.rawValue ?? "unknown")")
        }
        return true
    }

    /// Field 7 is the key's environment; Apple does not document it, so it may be absent.
    private func checkEnvironment() throws(AttestError) -> Bool {
        guard let content, content.namesEnvironment else { return false }
        guard content.environment == subject.environment else {
            throw AttestError(
                .receiptEnvironmentMismatch,
                "the environment is \(content.environment?.rawValue ?? "unknown"), not \(subject.environment.rawValue)")
        }
        return true
    }
}
