#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Certificate {
    /// What the leaves of both chains are: a P-256 key for digital signatures, not an authority.
    func checkLeafProfile() throws(AttestError) {
        let name = "certificate 0"
        guard case .p256 = publicKey else {
            throw AttestError(.certificateKeyUnsupported, "\(name) has a key that is not on P-256")
        }
        try checkCommonProfile(as: name)
        guard !extensions.isCA else { throw AttestError(.leafIsCA, "\(name) is a certificate authority") }
        guard extensions.keyUsage.contains(.digitalSignature) else {
            throw AttestError(.leafCannotSign, "\(name) does not have the key usage digitalSignature")
        }
    }

    /// What Apple's issuers are, root included: an authority that signs certificates, with a key on the chain's curves.
    func checkIssuerProfile(_ profile: ChainProfile, as name: String) throws(AttestError) {
        guard profile.allows(issuerKey: publicKey) else {
            throw AttestError(.certificateKeyUnsupported, "\(name) has a key that is not on \(profile.issuerCurves)")
        }
        try checkCommonProfile(as: name)
        guard extensions.isCA else { throw AttestError(.issuerNotCA, "\(name) is not a certificate authority") }
        guard extensions.keyUsage.contains(.keyCertSign) else {
            throw AttestError(.issuerCannotSign, "\(name) does not have the key usage keyCertSign")
        }
    }

    /// Both ends belong to the validity (RFC 5280, section 4.1.2.5).
    func checkValidity(at time: Date, as name: String) throws(AttestError) {
        // Compared as numbers, so that a time that is not a number lies in no validity: for a Date, <= would hold.
        let now = time.timeIntervalSince1970
        guard now >= notBefore.timeIntervalSince1970 else {
            throw AttestError(.certificateNotYetValid, "\(name) is valid only from \(notBefore)")
        }
        guard now <= notAfter.timeIntervalSince1970 else {
            throw AttestError(.certificateExpired, "\(name) was valid until \(notAfter)")
        }
    }

    private func checkCommonProfile(as name: String) throws(AttestError) {
        if case .other = signatureAlgorithm {
            throw AttestError(
                .certificateAlgorithmUnsupported, "\(name) is not signed by ECDSA with SHA-256 or SHA-384")
        }
        if let unknown = extensions.unknownCritical {
            throw AttestError(.criticalExtensionUnknown, "\(name) has the critical extension \(unknown.id)")
        }
    }
}
