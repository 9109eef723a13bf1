/// Proves that chains lead to some anchors, and remembers the issuers that did.
///
/// The first chain with some issuers takes the full path, through OpenSSL. Of a later one with exactly the same issuers,
/// and a leaf of the form that Apple issues, only the leaf's signature is verified. Everything else takes the full path
/// again, so that what is refused is always refused there, or for its signature. Times are not judged here.
final class ChainVerifier: Sendable {
    private let anchors: [Certificate]
    let known = Locked<[KnownCertificates]>([])
    private let issuerKeys = SignatureVerifier.pool(.p384)
    private let leafKeys = SignatureVerifier.pool(.p256)

    init(anchors: [Certificate]) {
        self.anchors = anchors
    }

    /// The anchor that a chain leads to.
    ///
    /// - Throws: What ``CertificateChain/anchor(among:)`` throws.
    func anchor(of chain: CertificateChain) throws(AttestError) -> Certificate {
        try chain.checkProfile()
        guard let issuer = chain.issuers.first, chain.leaf.isOrdinaryLeaf(of: issuer), try hasKeyOnCurve(chain.leaf)
        else {
            return try verifiedPath(of: chain, to: anchors)
        }
        if let anchor = known.withLock({ $0 }).anchor(of: chain.issuers) {
            guard try isSigned(chain.leaf, by: issuer) else {
                throw AttestError(
                    .certificateSignatureInvalid, "certificate 0 is not signed by the key of its issuer")
            }
            return anchor
        }
        let anchor = try verifiedPath(of: chain, to: anchors)
        // Issuers that constrain the names of leaves must be judged for each leaf.
        if !(chain.issuers + [anchor]).contains(where: { $0.extensions[.nameConstraints] != nil }) {
            known.withLock { $0.remember(chain.issuers, leadingTo: anchor) }
        }
        return anchor
    }

    private func hasKeyOnCurve(_ leaf: Certificate) throws(AttestError) -> Bool {
        guard case .p256(let key) = leaf.publicKey else { return false }
        do throws(AttestError) {
            try leafKeys.withContext { (keys) throws(AttestError) in try keys.use(key.x963[...]) }
            return true
        } catch  where error.code == .malformedPublicKey {
            return false
        }
    }

    private func isSigned(_ leaf: Certificate, by issuer: Certificate) throws(AttestError) -> Bool {
        guard case .p384(let point) = issuer.publicKey, let digest = leaf.signatureAlgorithm.digest,
            let signature = try? ECDSASignature(der: leaf.signature, numberBytes: 48)
        else { return false }
        return try issuerKeys.withContext { (keys) throws(AttestError) in
            try keys.use(point)
            return try keys.isSignature(signature, over: leaf.toBeSigned, digest)
        }
    }
}
