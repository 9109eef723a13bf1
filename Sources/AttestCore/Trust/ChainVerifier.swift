/// Proves that chains lead to some anchors, and remembers the issuers that did.
///
/// The first chain with some issuers takes the full path, through OpenSSL. Of a later one with exactly the same issuers,
/// and a leaf of the form that Apple issues, only the leaf's signature is verified. Everything else takes the full path
/// again, so that what is refused is always refused there, or for its signature. Times are not judged here.
final class ChainVerifier: Sendable {
    private let anchors: [Certificate]
    let known = ChainMemory()
    private let issuerKeys = SignatureVerifier.pool(.p384)
    private let leafKeys = SignatureVerifier.pool(.p256)

    init(anchors: [Certificate]) {
        self.anchors = anchors
    }

    /// The anchors that a chain leads to, at least one.
    ///
    /// - Throws: What ``CertificateChain/anchors(among:)`` throws.
    func anchors(of chain: CertificateChain) throws(AttestError) -> [Certificate] {
        try chain.checkProfile()
        guard let issuer = chain.issuers.first, chain.leaf.matchesAppleLeafProfile(of: issuer),
            try hasKeyOnCurve(chain.leaf)
        else {
            return try chain.verifiedAnchors(among: anchors)
        }
        if let anchors = known.anchors(of: chain.issuers) {
            guard try isSigned(chain.leaf, by: issuer) else {
                throw AttestError(
                    .certificateSignatureInvalid, "certificate 0 is not signed by the key of its issuer")
            }
            return anchors
        }
        let anchors = try chain.verifiedAnchors(among: anchors)
        // Issuers that constrain the names of leaves must be judged for each leaf.
        if !(chain.issuers + anchors).contains(where: { $0.extensions[.nameConstraints] != nil }) {
            known.remember(chain.issuers, leadingTo: anchors)
        }
        return anchors
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
