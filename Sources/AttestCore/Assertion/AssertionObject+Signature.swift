/// For tools that look for what an app has signed. Nothing here judges an assertion: `AssertionValidator` does.
extension AssertionObject {
    /// Whether a key has signed some client data hash, of any length: Apple's steps 1 to 3 by themselves.
    ///
    /// - Parameters:
    ///   - clientDataHash: What the app perhaps passed to `generateAssertion`.
    ///   - publicKey: The key.
    /// - Returns: Whether it has.
    /// - Throws: `malformedPublicKey` or `internalFailure`.
    package func isSigned(over clientDataHash: [UInt8], by publicKey: P256PublicKey) throws(AttestError) -> Bool {
        try publicKey.isSignature(signature, over: sha256(authenticatorData.bytes + clientDataHash))
    }

    /// Whether a key has signed the nonce as if it were a digest, so that it was hashed once instead of twice.
    ///
    /// - Parameters:
    ///   - clientDataHash: What perhaps stands behind the authenticator data.
    ///   - publicKey: The key.
    /// - Returns: Whether it has.
    /// - Throws: `malformedPublicKey` or `internalFailure`.
    package func isSignedAsDigest(
        over clientDataHash: [UInt8], by publicKey: P256PublicKey
    ) throws(AttestError) -> Bool {
        // The nonce is SHA-256 of this message, and so the digest that is signed.
        try publicKey.isSignature(signature, over: authenticatorData.bytes + clientDataHash)
    }
}
