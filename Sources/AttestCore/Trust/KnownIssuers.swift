/// The issuers of a chain that was proven to lead to an anchor.
struct KnownIssuers: Sendable {
    /// The certificates' exact bytes, in the order of the chain.
    let encodings: [[UInt8]]
    let anchor: Certificate

    /// Takes the issuers of a proven chain with an ordinary leaf; nil when they constrain the names of leaves, which is
    /// then to be judged for each leaf.
    init?(of chain: CertificateChain, anchor: Certificate) {
        guard !(chain.issuers + [anchor]).contains(where: { $0.extensions[.nameConstraints] != nil }) else {
            return nil
        }
        // Copies, because slices would keep whole objects in memory.
        encodings = chain.issuers.map { Array($0.der) }
        self.anchor = anchor
    }

    func areIssuers(of chain: CertificateChain) -> Bool {
        encodings.count == chain.issuers.count
            && zip(encodings, chain.issuers).allSatisfy { $0[...] == $1.der }
    }
}
