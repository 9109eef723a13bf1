/// Proves that the chains of receipts lead to some anchors, and remembers those that did, whole and by their exact bytes.
///
/// Apple signs all receipts of about a year with one certificate, so nearly every chain was seen before. Times are not judged
/// here, because they are to be judged each time.
final class KnownChains: Sendable {
    let anchors: [Certificate]
    private let known = Locked<[KnownCertificates]>([])

    init(anchors: [Certificate]) {
        self.anchors = anchors
    }

    /// How many chains are remembered.
    var count: Int { known.withLock { $0.count } }

    /// The anchor that a chain leads to.
    ///
    /// - Throws: What ``CertificateChain/anchor(among:)`` throws, which judges every chain that is not remembered.
    func anchor(of chain: CertificateChain) throws(AttestError) -> Certificate {
        let certificates = chain.certificates
        if let anchor = known.withLock({ $0 }).anchor(of: certificates) { return anchor }
        let anchor = try chain.anchor(among: anchors)
        known.withLock { $0.remember(certificates, leadingTo: anchor) }
        return anchor
    }
}
