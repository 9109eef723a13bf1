/// Proves that the chains of receipts lead to some anchors, and remembers those that did, whole and by their exact bytes.
///
/// Apple signs all receipts of about a year with one certificate, so nearly every chain was seen before. Times are not judged
/// here, because they are to be judged each time.
final class KnownChains: Sendable {
    let anchors: [Certificate]
    private let known = Locked<[(encodings: [[UInt8]], anchor: Certificate)]>([])

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
        let anchor = known.withLock { known in
            known.first { entry in
                entry.encodings.count == certificates.count
                    && zip(entry.encodings, certificates).allSatisfy { $0[...] == $1.der }
            }?.anchor
        }
        if let anchor { return anchor }

        let proven = try chain.anchor(among: anchors)
        // Copies, because slices would keep whole receipts in memory.
        let encodings = certificates.map { Array($0.der) }
        known.withLock { known in
            // Two threads may have seen the same chain for the first time.
            guard !known.contains(where: { $0.encodings == encodings }) else { return }
            if known.count == AttestLimits.knownIssuers { known.removeFirst() }
            known.append((encodings, proven))
        }
        return proven
    }
}
