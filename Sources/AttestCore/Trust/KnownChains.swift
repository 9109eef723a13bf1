/// Proves that the chains of receipts lead to some anchors, and remembers those that did, whole and by their exact bytes.
///
/// Apple signs all receipts of about a year with one certificate, so nearly every chain was seen before. Times are not judged
/// here, because they are to be judged each time.
final class KnownChains: Sendable {
    let anchors: [Certificate]
    private let known = ChainMemory()

    init(anchors: [Certificate]) {
        self.anchors = anchors
    }

    /// How many chains are remembered.
    var count: Int { known.encodings.count }

    /// The anchors that a chain leads to, at least one.
    ///
    /// - Throws: What ``CertificateChain/anchors(among:)`` throws, which judges every chain that is not remembered.
    func anchors(of chain: CertificateChain) throws(AttestError) -> [Certificate] {
        if let anchors = known.anchors(of: chain.certificates) { return anchors }
        let anchors = try chain.anchors(among: anchors)
        // Apple's root has many other signers, and what they sign is refused by the next steps.
        if chain.isOfReceipts { known.remember(chain.certificates, leadingTo: anchors) }
        return anchors
    }
}
