internal import CAttestOpenSSL

/// Verifies signatures of ECDSA on one curve, for one key after another.
///
/// Making one costs a third of a verification, taking another key almost nothing.
struct SignatureVerifier: ~Copyable {
    enum Curve: String {
        case p256 = "P-256"
        case p384 = "P-384"
    }

    enum Digest: String {
        case sha256 = "SHA256"
        case sha384 = "SHA384"
    }

    private let key: Owned<Key>
    private let context: Owned<KeyContext>
    private let sha256: Owned<MessageDigest>
    private let sha384: Owned<MessageDigest>
    private let hashing: Owned<DigestContext>

    /// Makes a verifier that has no key yet.
    init(_ curve: Curve) throws(AttestError) {
        let making = try unsafe Owned<KeyContext>(
            adopting: EVP_PKEY_CTX_new_from_name(nil, "EC", nil), "EVP_PKEY_CTX_new_from_name")
        let key = try unsafe Owned<Key>(
            adopting: making.withPointer { making in
                unsafe curve.rawValue.withCString { unsafe attest_ec_parameters(making, $0) }
            }, "EVP_PKEY_fromdata")
        let context = try unsafe Owned<KeyContext>(
            adopting: key.withPointer { unsafe EVP_PKEY_CTX_new($0, nil) }, "EVP_PKEY_CTX_new")
        let sha256 = try Self.fetched(.sha256)
        let sha384 = try Self.fetched(.sha384)
        let hashing = try unsafe Owned<DigestContext>(adopting: EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        self.key = key
        self.context = context
        self.sha256 = sha256
        self.sha384 = sha384
        self.hashing = hashing
    }

    /// Looked up once, because OpenSSL would look it up again for every message.
    private static func fetched(_ digest: Digest) throws(AttestError) -> Owned<MessageDigest> {
        try unsafe Owned(adopting: digest.rawValue.withCString { unsafe EVP_MD_fetch(nil, $0, nil) }, "EVP_MD_fetch")
    }

    /// Takes a key, in place of the last one.
    ///
    /// - Parameter point: The uncompressed point.
    /// - Throws: `malformedPublicKey` when the point is not on the curve, or `internalFailure`.
    mutating func use(_ point: ArraySlice<UInt8>) throws(AttestError) {
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

    /// Whether a signature is the key's over the digest of a message.
    func isSignature(
        _ signature: ECDSASignature, over message: ArraySlice<UInt8>, _ digest: Digest
    ) throws(AttestError) -> Bool {
        try Self.judged(
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { hash in
                let count = unsafe self.hash(digest, into: hash) { unsafe add(message, to: $0) }
                return unsafe verify(signature, UnsafeBufferPointer(rebasing: hash[..<count]))
            })
    }

    /// Whether a signature is the key's over SHA-256 of a nonce that is SHA-256 of two parts, one behind the other.
    func isSignature(
        _ signature: ECDSASignature, overNonceOf first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
    ) throws(AttestError) -> Bool {
        try Self.judged(
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { hash in
                let nonce = unsafe self.hash(.sha256, into: hash) {
                    unsafe add(first, to: $0) && add(second, to: $0)
                }
                let count = unsafe self.hash(.sha256, into: hash) {
                    unsafe nonce > 0 && EVP_DigestUpdate($0, hash.baseAddress, nonce) == 1
                }
                return unsafe verify(signature, UnsafeBufferPointer(rebasing: hash[..<count]))
            })
    }

    /// The number of bytes of the hash of what a closure adds, which may take the place of that; 0 when it fails.
    private func hash(
        _ digest: Digest, into hash: UnsafeMutableBufferPointer<UInt8>, _ add: (OpaquePointer) -> Bool
    ) -> Int {
        var count: UInt32 = 0
        func run(_ algorithm: OpaquePointer) -> Bool {
            unsafe hashing.withPointer { hashing in
                unsafe EVP_DigestInit_ex2(hashing, algorithm, nil) == 1
                    && add(hashing)
                    && EVP_DigestFinal_ex(hashing, hash.baseAddress, &count) == 1
            }
        }
        let succeeded =
            switch digest {
            case .sha256: unsafe sha256.withPointer { unsafe run($0) }
            case .sha384: unsafe sha384.withPointer { unsafe run($0) }
            }
        return succeeded ? Int(count) : 0
    }

    private func add(_ bytes: ArraySlice<UInt8>, to hashing: OpaquePointer) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { unsafe EVP_DigestUpdate(hashing, $0.baseAddress, $0.count) == 1 }
    }

    /// What EVP_PKEY_verify says of a hash; a failure for none.
    private func verify(_ signature: ECDSASignature, _ hash: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard !hash.isEmpty else { return -1 }
        return unsafe context.withPointer { context in
            unsafe signature.der.withUnsafeBufferPointer { signature in
                unsafe EVP_PKEY_verify(context, signature.baseAddress, signature.count, hash.baseAddress, hash.count)
            }
        }
    }

    private static func judged(_ result: Int32) throws(AttestError) -> Bool {
        switch result {
        case 1: return true
        case 0: return false
        // A signature whose r and s lead to no point at all, which whoever knows the private key can make.
        case _ where hasMetInfinity(): return false
        // The signature's form was checked when it was read, so nothing else is its fault.
        default: throw openSSLFailure(in: "EVP_PKEY_verify")
        }
    }
}

/// Whether OpenSSL's first error is that a point is at infinity, which has no coordinates.
private func hasMetInfinity() -> Bool {
    let code = ERR_peek_error()
    return ERR_GET_LIB(code) == ERR_LIB_EC && ERR_GET_REASON(code) == EC_R_POINT_AT_INFINITY
}

extension P256PublicKey {
    /// Whether a signature is this key's over SHA-256 of the message.
    ///
    /// - Throws: `malformedPublicKey` when the point is not on the curve, or `internalFailure`.
    package func isSignature(_ signature: ECDSASignature, over message: [UInt8]) throws(AttestError) -> Bool {
        try isSignature(signature, over: message, SignatureVerifier.pool(.p256))
    }

    /// The same, with verifiers that are kept.
    func isSignature(
        _ signature: ECDSASignature, over message: [UInt8], _ verifiers: ContextPool<SignatureVerifier>
    ) throws(AttestError) -> Bool {
        try verifiers.withContext { (verifier) throws(AttestError) in
            try verifier.use(x963[...])
            return try verifier.isSignature(signature, over: message[...], .sha256)
        }
    }

    /// Whether a signature is this key's over a nonce: SHA-256 of two parts, one behind the other.
    ///
    /// - Throws: `malformedPublicKey` when the point is not on the curve, or `internalFailure`.
    func isSignature(
        _ signature: ECDSASignature, overNonceOf first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>,
        _ verifiers: ContextPool<SignatureVerifier>
    ) throws(AttestError) -> Bool {
        try verifiers.withContext { (verifier) throws(AttestError) in
            try verifier.use(x963[...])
            return try verifier.isSignature(signature, overNonceOf: first, second)
        }
    }
}

extension SignatureVerifier {
    /// Verifiers for a validator to keep.
    static func pool(_ curve: Curve) -> ContextPool<SignatureVerifier> {
        ContextPool { () throws(AttestError) in try SignatureVerifier(curve) }
    }
}
