#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The certificates of an attestation or a receipt as received, leaf first: nothing about them is proven.
package struct CertificateChain: Sendable {
    /// The certificate of the attested key, which Apple calls credCert, or that of a receipt's signer.
    package let leaf: Certificate

    /// The issuers, each signing the one before it; the last one is signed by an anchor.
    package let issuers: [Certificate]

    private let profile: ChainProfile

    var certificates: [Certificate] { [leaf] + issuers }

    /// Reads the certificates of x5c.
    ///
    /// - Throws: `malformedAttestationObject` for a leaf without an issuer, `limitExceeded` or `malformedCertificate`.
    init(x5c: [ArraySlice<UInt8>]) throws(AttestError) {
        let limit = AttestLimits.chainCertificates
        guard x5c.count <= limit.upperBound else {
            throw AttestError(.limitExceeded, "\(x5c.count) certificates, and the limit is \(limit.upperBound)")
        }
        guard let leaf = x5c.first, x5c.count >= limit.lowerBound else {
            throw AttestError(.malformedAttestationObject, "\(x5c.count) certificates instead of a leaf and its issuer")
        }
        self.leaf = try Certificate(der: leaf)
        issuers = try x5c.dropFirst().map { (der) throws(AttestError) in try Certificate(der: der) }
        profile = .attestation
    }

    private init(leaf: Certificate, issuers: [Certificate], profile: ChainProfile) {
        self.leaf = leaf
        self.issuers = issuers
        self.profile = profile
    }

    /// Finds the issuers of a receipt's signer among other certificates, in their order.
    ///
    /// A root, which receipts bring along, is never one of them: roots are pinned.
    static func ofReceipt(
        signer: Certificate, among others: [Certificate]
    ) -> (chain: CertificateChain, rest: [Certificate]) {
        var issuers: [Certificate] = []
        var rest = others
        var last = signer
        while let index = rest.firstIndex(where: { $0.subject == last.issuer && !$0.isSelfIssued }) {
            last = rest.remove(at: index)
            issuers.append(last)
        }
        return (CertificateChain(leaf: signer, issuers: issuers, profile: .receipt), rest)
    }

    /// Proves that the chain leads to one of the verifier's anchors, and that all of it was valid at a time.
    ///
    /// There is no source of revocation for attestations: Apple publishes neither lists nor a responder.
    func verified(by verifier: ChainVerifier, at time: Date) throws(AttestError) -> VerifiedCertificateChain {
        let anchors = try verifier.anchors(of: self)
        try checkValidity(leadingTo: anchors, at: time)
        return VerifiedCertificateChain(leaf: leaf)
    }

    /// Proves that the chain leads to some of the anchors, which are returned; times are the caller's to check.
    func anchors(among anchors: [Certificate]) throws(AttestError) -> [Certificate] {
        try checkProfile()
        return try verifiedAnchors(among: anchors)
    }

    /// The anchors to which the chain has a path, at least one.
    ///
    /// Each is tried by itself, because OpenSSL would settle for the first of several with the same name, whatever its key and
    /// its validity.
    ///
    /// - Throws: The first failure that is about more than trust, or else `chainUntrusted`.
    func verifiedAnchors(among anchors: [Certificate]) throws(AttestError) -> [Certificate] {
        var verified: [Certificate] = []
        var failure = AttestError(.chainUntrusted, "there is no anchor")
        for anchor in anchors {
            do throws(AttestError) {
                try verifyPath(of: self, to: anchor)
                verified.append(anchor)
            } catch {
                if error.code == .internalFailure { throw error }
                if failure.code == .chainUntrusted { failure = error }
            }
        }
        guard !verified.isEmpty else { throw failure }
        return verified
    }

    /// What each certificate must be by itself.
    func checkProfile() throws(AttestError) {
        if let index = certificates.firstIndex(where: \.isSelfIssued) {
            throw AttestError(.chainContainsRoot, "certificate \(index) names itself as its issuer")
        }
        try leaf.checkLeafProfile()
        for (index, issuer) in zip(1..., issuers) {
            try issuer.checkIssuerProfile(profile, as: "certificate \(index)")
        }
    }

    /// Proves that all of the chain was valid at a time, and so was one of the anchors that it leads to.
    func checkValidity(leadingTo anchors: [Certificate], at time: Date) throws(AttestError) {
        for (index, certificate) in certificates.enumerated() {
            try certificate.checkValidity(at: time, as: "certificate \(index)")
        }
        var failure = AttestError(.chainUntrusted, "there is no anchor")
        for anchor in anchors {
            do throws(AttestError) {
                return try anchor.checkValidity(at: time, as: "the anchor")
            } catch {
                if failure.code == .chainUntrusted { failure = error }
            }
        }
        throw failure
    }
}
