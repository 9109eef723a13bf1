/// A chain that leads to a pinned anchor and was valid at the given time; made by `CertificateChain.verified` only.
struct VerifiedCertificateChain {
    let leaf: Certificate
}
