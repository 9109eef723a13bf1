extension Certificate {
    /// Reads trust anchors: one or more roots as Apple's are, with P-384 keys.
    ///
    /// - Throws: `malformedTrustAnchor` for none, or for one of another kind.
    static func roots(der certificates: [[UInt8]]) throws(AttestError) -> [Certificate] {
        guard !certificates.isEmpty else { throw AttestError(.malformedTrustAnchor, "no certificates") }
        // Each once, because each costs a path for every chain that is not remembered.
        let each = certificates.enumerated().filter { certificates.firstIndex(of: $0.element) == $0.offset }
        return try each.map { (index, der) throws(AttestError) in
            let name = "anchor \(index)"
            do throws(AttestError) {
                let certificate = try Certificate(der: der[...])
                guard certificate.isSelfIssued else {
                    throw AttestError(.malformedTrustAnchor, "it names another issuer")
                }
                try certificate.checkIssuerProfile(.attestation, as: name)
                return certificate
            } catch {
                throw AttestError(.malformedTrustAnchor, "\(name): \(error.context)")
            }
        }
    }
}
