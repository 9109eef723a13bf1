internal import CAttestOpenSSL

extension P256PublicKey {
    /// Whether a signature is this key's over SHA-256 of the message.
    ///
    /// - Throws: `malformedPublicKey` when the point is not on the curve, or `internalFailure`.
    package func isSignature(_ signature: ECDSASignature, over message: [UInt8]) throws(AttestError) -> Bool {
        try withCleanErrorQueue { () throws(AttestError) in
            let key = try imported()
            let context = try unsafe Owned<DigestContext>(adopting: EVP_MD_CTX_new(), "EVP_MD_CTX_new")

            let initialized = unsafe key.withPointer { key in
                unsafe context.withPointer { context in
                    unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key)
                }
            }
            guard initialized == 1 else { throw openSSLFailure(in: "EVP_DigestVerifyInit") }

            let result = unsafe context.withPointer { context in
                unsafe signature.der.withUnsafeBufferPointer { signature in
                    unsafe message.withUnsafeBufferPointer { message in
                        unsafe EVP_DigestVerify(
                            context, signature.baseAddress, signature.count, message.baseAddress, message.count)
                    }
                }
            }
            switch result {
            case 1: return true
            case 0: return false
            // The signature's form was checked when it was read, so this is not its fault.
            default: throw openSSLFailure(in: "EVP_DigestVerify")
            }
        }
    }

    private func imported() throws(AttestError) -> Owned<Key> {
        let context = try unsafe Owned<KeyContext>(
            adopting: EVP_PKEY_CTX_new_from_name(nil, "EC", nil), "EVP_PKEY_CTX_new_from_name")
        guard unsafe context.withPointer({ unsafe EVP_PKEY_fromdata_init($0) }) == 1 else {
            throw openSSLFailure(in: "EVP_PKEY_fromdata_init")
        }
        var key: OpaquePointer?
        let result = unsafe context.withPointer { context in
            unsafe x963.withUnsafeBufferPointer { point in
                unsafe attest_p256_from_point(context, &key, point.baseAddress, point.count)
            }
        }
        guard result == 1 else { throw AttestError(.malformedPublicKey, "OpenSSL refuses the point") }
        return try unsafe Owned(adopting: key, "EVP_PKEY_fromdata")
    }
}
