internal import CAttestOpenSSL

/// Verifies signatures of ECDSA on one curve, for one key after another.
///
/// Making one costs a third of a verification, taking another key almost nothing.
struct SignatureVerifier: ~Copyable {
    enum Curve: String {
        case p256 = "P-256"
        case p384 = "P-384"
    }

    private let key: Owned<Key>
    private let context: Owned<KeyContext>

    /// Makes a verifier that has no key yet.
    init(_ curve: Curve) throws(AttestError) {
        let making = try unsafe Owned<KeyContext>(
            adopting: EVP_PKEY_CTX_new_from_name(nil, "EC", nil), "EVP_PKEY_CTX_new_from_name")
        let key = try unsafe Owned<Key>(
            adopting: making.withPointer { making in
                unsafe curve.rawValue.withCString { unsafe attest_ec_parameters(making, $0) }
            }, "EVP_PKEY_fromdata")
        context = try unsafe Owned<KeyContext>(
            adopting: key.withPointer { unsafe EVP_PKEY_CTX_new($0, nil) }, "EVP_PKEY_CTX_new")
        self.key = key
    }

    /// Takes a key, in place of the last one.
    ///
    /// - Parameter point: The uncompressed point.
    /// - Throws: `malformedPublicKey` when the point is not on the curve, or `internalFailure`.
    mutating func use(_ point: [UInt8]) throws(AttestError) {
        let result = unsafe key.withPointer { key in
            unsafe point.withUnsafeBufferPointer { point in
                unsafe EVP_PKEY_set1_encoded_public_key(key, point.baseAddress, point.count)
            }
        }
        guard result == 1 else { throw AttestError(.malformedPublicKey, "OpenSSL refuses the point") }
        // From here on the context is about this key, also where a provider has made a copy of the last one.
        guard unsafe context.withPointer({ unsafe EVP_PKEY_verify_init($0) }) == 1 else {
            throw openSSLFailure(in: "EVP_PKEY_verify_init")
        }
    }

    /// Whether a signature is the key's over a digest.
    func isSignature(_ signature: ECDSASignature, over digest: [UInt8]) throws(AttestError) -> Bool {
        let result = unsafe context.withPointer { context in
            unsafe signature.der.withUnsafeBufferPointer { signature in
                unsafe digest.withUnsafeBufferPointer { digest in
                    unsafe EVP_PKEY_verify(
                        context, signature.baseAddress, signature.count, digest.baseAddress, digest.count)
                }
            }
        }
        switch result {
        case 1: return true
        case 0: return false
        // The signature's form was checked when it was read, so this is not its fault.
        default: throw openSSLFailure(in: "EVP_PKEY_verify")
        }
    }
}

extension P256PublicKey {
    /// Whether a signature is this key's over SHA-256 of the message.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - message: The message.
    ///   - verifiers: Where a verifier is taken from; nil makes one.
    /// - Throws: `malformedPublicKey` when the point is not on the curve, or `internalFailure`.
    func isSignature(
        _ signature: ECDSASignature, over message: [UInt8], _ verifiers: ContextPool<SignatureVerifier>? = nil
    ) throws(AttestError) -> Bool {
        let digest = try sha256(message)
        let verifiers = verifiers ?? SignatureVerifier.pool(.p256)
        return try withCleanErrorQueue { () throws(AttestError) in
            try verifiers.withContext { (verifier) throws(AttestError) in
                try verifier.use(x963)
                return try verifier.isSignature(signature, over: digest)
            }
        }
    }
}

extension SignatureVerifier {
    /// Verifiers for a validator to keep.
    static func pool(_ curve: Curve) -> ContextPool<SignatureVerifier> {
        ContextPool { () throws(AttestError) in try SignatureVerifier(curve) }
    }
}
