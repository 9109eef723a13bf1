extension AttestationObject {
    /// Whether the leaf was issued for this client data hash, of any length: Apple's steps 2 to 4 by themselves.
    ///
    /// For tools that look for what a device has hashed. It proves nothing, as the leaf is not judged.
    package func isBound(to clientDataHash: [UInt8]) throws(AttestError) -> Bool {
        let nonce = try sha256(authenticatorData.bytes + clientDataHash)
        return constantTimeEqual(try CredentialCertificate(chain.leaf).nonce(), nonce[...])
    }
}
