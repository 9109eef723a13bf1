/// Certificates that were proven to lead to anchors, by their exact bytes: the most recently used ones of a few.
///
/// Whoever knows a certificate can make a second one that its issuer's key verifies as well, because of an ECDSA signature
/// (r, s) also (r, n - s) is valid. Such twins share the places that one of each needs, so that they do not push out others.
final class ChainMemory: Sendable {
    private struct Entry: Sendable {
        let encodings: [[UInt8]]
        let signedParts: [[UInt8]]
        let anchors: [Certificate]

        /// Copies, because slices would keep whole objects in memory.
        init(_ certificates: [Certificate], _ anchors: [Certificate]) {
            encodings = certificates.map { Array($0.der) }
            signedParts = certificates.map { Array($0.toBeSigned) }
            self.anchors = anchors
        }

        func isOf(_ certificates: [Certificate]) -> Bool {
            encodings.count == certificates.count && zip(encodings, certificates).allSatisfy { $0[...] == $1.der }
        }
    }

    /// The least recently used one first.
    private let entries = Locked<[Entry]>([])

    /// The anchors that certificates lead to; nil when they are not among those that are remembered.
    func anchors(of certificates: [Certificate]) -> [Certificate]? {
        // A copy of the list is compared, so that no other thread waits for it.
        let all = entries.withLock { $0 }
        guard let index = all.lastIndex(where: { $0.isOf(certificates) }) else { return nil }
        if index != all.endIndex - 1 { use(certificates) }
        return all[index].anchors
    }

    private func use(_ certificates: [Certificate]) {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.isOf(certificates) }) else { return }
            entries.append(entries.remove(at: index))
        }
    }

    /// Remembers certificates, if need be in place of their twin, or of those that were not used for the longest time.
    func remember(_ certificates: [Certificate], leadingTo anchors: [Certificate]) {
        let entry = Entry(certificates, anchors)
        entries.withLock { entries in
            // Two threads may have seen the same ones for the first time.
            guard !entries.contains(where: { $0.isOf(certificates) }) else { return }
            let twins = entries.indices.filter { entries[$0].signedParts == entry.signedParts }
            let isFull = entries.count == AttestLimits.knownIssuers
            if let twin = twins.first, isFull || twins.count == 1 << certificates.count {
                entries.remove(at: twin)
            } else if isFull {
                entries.removeFirst()
            }
            entries.append(entry)
        }
    }

    /// The bytes of what is remembered, the least recently used ones first.
    var encodings: [[[UInt8]]] { entries.withLock { $0.map(\.encodings) } }
}
