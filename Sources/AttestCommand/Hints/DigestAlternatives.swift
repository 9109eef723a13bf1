internal import AttestCore

/// Assertions whose nonce was signed as if it were a digest.
enum DigestAlternatives {
    static func mend(_ attempt: inout AssertionAttempt) -> Finding? {
        guard attempt.fails(with: .signatureInvalid) else { return nil }
        let (object, key) = (attempt.object, attempt.publicKey)
        let candidates = ClientDataAlternatives.Candidate.all(of: attempt.given)
        let given = attempt.clientDataHash.bytes
        func fits(_ bytes: [UInt8]) -> Bool { (try? object.isSignedAsDigest(over: bytes, by: key)) ?? false }
        let mistake =
            "the signature was made over the nonce as a digest, so that it was hashed once instead of twice: the 32 bytes of the "
            + "nonce are the message, which ES256 hashes again. No App Attest device signs in this way"
        if fits(given) { return .named(mistake) }
        return candidates.first { fits($0.bytes) }.map {
            .named(mistake + "; and the client data hash is \($0.name)")
        }
    }
}
