package import AttestCore
internal import CAttestOpenSSL

/// A private key for tests, kept as bytes so that it is a plain value.
package struct SigningKey: Sendable {
    package enum Curve: String, Sendable {
        case p256 = "P-256"
        case p384 = "P-384"
    }

    package enum Digest: Sendable {
        case sha256, sha384, sha512
    }

    package let curve: Curve
    /// The public point, uncompressed: 65 or 97 bytes.
    package let point: [UInt8]
    /// ECPrivateKey in DER (RFC 5915).
    package let privateKey: [UInt8]

    /// Makes a new key.
    package init(_ curve: Curve) throws(AttestError) {
        self = try withCleanErrorQueue { () throws(AttestError) in
            let key = try unsafe Owned<Key>(
                adopting: curve.rawValue.withCString { unsafe attest_ec_generate($0) }, "EVP_EC_gen")
            return try SigningKey(curve: curve, exporting: key)
        }
    }

    /// Loads a key from ECPrivateKey in DER.
    package init(_ curve: Curve, privateKey: [UInt8]) throws(AttestError) {
        self = try withCleanErrorQueue { () throws(AttestError) in
            try SigningKey(curve: curve, exporting: try Self.load(privateKey))
        }
    }

    private init(curve: Curve, exporting key: borrowing Owned<Key>) throws(AttestError) {
        self.curve = curve
        point = try unsafe Self.allocatedBytes("EVP_PKEY_get1_encoded_public_key", key) { key, output in
            unsafe Int(EVP_PKEY_get1_encoded_public_key(key, &output))
        }
        privateKey = try unsafe Self.allocatedBytes("i2d_PrivateKey", key) { key, output in
            unsafe Int(i2d_PrivateKey(key, &output))
        }
        guard point.count == (curve == .p256 ? 65 : 97) else {
            throw AttestError(.internalFailure, "a key on another curve than \(curve.rawValue)")
        }
    }

    /// SubjectPublicKeyInfo in DER (RFC 5480).
    package var spki: [UInt8] {
        let curveID = curve == .p256 ? "1.2.840.10045.3.1.7" : "1.3.132.0.34"
        let algorithm = DER.sequence(DER.objectIdentifier("1.2.840.10045.2.1"), DER.objectIdentifier(curveID))
        return DER.sequence(algorithm, DER.bitString(point))
    }

    /// Signs a message with ECDSA over its digest; the signature is in DER.
    package func signature(over message: [UInt8], digest: Digest) throws(AttestError) -> [UInt8] {
        try withCleanErrorQueue { () throws(AttestError) in
            let key = try Self.load(privateKey)
            let context = try unsafe Owned<DigestContext>(adopting: EVP_MD_CTX_new(), "EVP_MD_CTX_new")
            let algorithm =
                switch digest {
                case .sha256: unsafe EVP_sha256()
                case .sha384: unsafe EVP_sha384()
                case .sha512: unsafe EVP_sha512()
                }
            let initialized = unsafe key.withPointer { key in
                unsafe context.withPointer { unsafe EVP_DigestSignInit($0, nil, algorithm, nil, key) }
            }
            guard initialized == 1 else { throw openSSLFailure(in: "EVP_DigestSignInit") }

            var signature = [UInt8](repeating: 0, count: 144)
            var count = signature.count
            let result = unsafe context.withPointer { context in
                unsafe signature.withUnsafeMutableBufferPointer { signature in
                    unsafe message.withUnsafeBufferPointer { message in
                        unsafe EVP_DigestSign(
                            context, signature.baseAddress, &count, message.baseAddress, message.count)
                    }
                }
            }
            guard result == 1 else { throw openSSLFailure(in: "EVP_DigestSign") }
            return Array(signature.prefix(count))
        }
    }

    private static func load(_ privateKey: [UInt8]) throws(AttestError) -> Owned<Key> {
        let key = unsafe privateKey.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &cursor, bytes.count)
        }
        return try unsafe Owned<Key>(adopting: key, "d2i_PrivateKey")
    }

    /// Copies what an OpenSSL function allocates, and frees it.
    private static func allocatedBytes(
        _ function: StaticString, _ key: borrowing Owned<Key>,
        _ call: (OpaquePointer, inout UnsafeMutablePointer<UInt8>?) -> Int
    ) throws(AttestError) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = unsafe key.withPointer { unsafe call($0, &output) }
        defer { unsafe CRYPTO_free(output, nil, 0) }
        guard count > 0 else { throw openSSLFailure(in: function) }
        return unsafe Array(UnsafeBufferPointer(start: output, count: count))
    }
}
