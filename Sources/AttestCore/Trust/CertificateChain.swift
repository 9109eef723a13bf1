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
        let anchor = try verifier.anchor(of: self)
        try checkValidity(including: anchor, at: time)
        return VerifiedCertificateChain(leaf: leaf)
    }

    /// Proves that the chain leads to one of the anchors, which is returned; times are the caller's to check.
    func anchor(among anchors: [Certificate]) throws(AttestError) -> Certificate {
        try checkProfile()
        return try verifiedPath(of: self, to: anchors)
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

    /// Both ends belong to the validity (RFC 5280, section 4.1.2.5).
    func checkValidity(including anchor: Certificate, at time: Date) throws(AttestError) {
        // Compared as numbers, so that a time that is not a number lies in no validity: for a Date, <= would hold.
        let now = time.timeIntervalSince1970
        for (index, certificate) in (certificates + [anchor]).enumerated() {
            guard now >= certificate.notBefore.timeIntervalSince1970 else {
                throw AttestError(
                    .certificateNotYetValid, "certificate \(index) is valid only from \(certificate.notBefore)")
            }
            guard now <= certificate.notAfter.timeIntervalSince1970 else {
                throw AttestError(.certificateExpired, "certificate \(index) was valid until \(certificate.notAfter)")
            }
        }
    }
}
