/// Certificates that were proven to lead to an anchor.
struct KnownCertificates: Sendable {
    /// Their exact bytes, in the order of the chain.
    let encodings: [[UInt8]]
    let anchor: Certificate
}

extension [KnownCertificates] {
    /// The anchor that certificates lead to; nil when they are not among those that are remembered.
    func anchor(of certificates: [Certificate]) -> Certificate? {
        first { known in
            known.encodings.count == certificates.count
                && zip(known.encodings, certificates).allSatisfy { $0[...] == $1.der }
        }?.anchor
    }

    /// Remembers certificates, in place of the oldest when there are many.
    mutating func remember(_ certificates: [Certificate], leadingTo anchor: Certificate) {
        // Two threads may have seen the same ones for the first time.
        guard self.anchor(of: certificates) == nil else { return }
        if count == AttestLimits.knownIssuers { removeFirst() }
        // Copies, because slices would keep whole objects in memory.
        append(KnownCertificates(encodings: certificates.map { [UInt8]($0.der) }, anchor: anchor))
    }
}
