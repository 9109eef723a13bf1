internal import CAttestOpenSSL

/// A private P-256 key that signs with ES256 (RFC 7518, section 3.4), kept as bytes so that it is a plain value.
package struct ES256Key: Sendable {
    /// ECPrivateKey in DER (RFC 5915).
    private let privateKey: [UInt8]

    /// Reads a key from PKCS#8 in PEM, without encryption.
    ///
    /// - Throws: `invalidConfiguration` for anything else.
    package init(pkcs8PEM text: String) throws(AttestError) {
        privateKey = try withCleanErrorQueue { () throws(AttestError) in
            let key = try Self.read(Array(text.utf8))
            guard unsafe key.withPointer({ unsafe EVP_PKEY_is_a($0, "EC") }) == 1, Self.curve(of: key) == "prime256v1"
            else { throw AttestError(.invalidConfiguration, "the private key is not on the curve P-256") }
            return try Self.encode(key)
        }
    }

    /// Signs a message: r, then s, of 32 bytes each.
    package func signature(over message: [UInt8]) throws(AttestError) -> [UInt8] {
        try withCleanErrorQueue { () throws(AttestError) in
            let der = try derSignature(over: message)
            let parsed = unsafe der.withUnsafeBufferPointer { der in
                var cursor = der.baseAddress
                return unsafe d2i_ECDSA_SIG(nil, &cursor, der.count)
            }
            let signature = try unsafe Owned<Signature>(adopting: parsed, "d2i_ECDSA_SIG")
            var raw = [UInt8](repeating: 0, count: 64)
            let isWritten = unsafe signature.withPointer { signature in
                unsafe raw.withUnsafeMutableBufferPointer { raw in
                    guard let start = raw.baseAddress else { return false }
                    // get0: the numbers stay the signature's.
                    return unsafe BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, 32) == 32
                        && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + 32, 32) == 32
                }
            }
            guard isWritten else { throw openSSLFailure(in: "BN_bn2binpad") }
            return raw
        }
    }

    private func derSignature(over message: [UInt8]) throws(AttestError) -> [UInt8] {
        let parsed = unsafe privateKey.withUnsafeBufferPointer { bytes in
            var cursor = bytes.baseAddress
            return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &cursor, bytes.count)
        }
        let key = try unsafe Owned<Key>(adopting: parsed, "d2i_PrivateKey")
        let context = try unsafe Owned<DigestContext>(adopting: EVP_MD_CTX_new(), "EVP_MD_CTX_new")
        let initialized = unsafe key.withPointer { key in
            unsafe context.withPointer { unsafe EVP_DigestSignInit($0, nil, EVP_sha256(), nil, key) }
        }
        guard initialized == 1 else { throw openSSLFailure(in: "EVP_DigestSignInit") }

        var signature = [UInt8](repeating: 0, count: 80)
        var count = signature.count
        let result = unsafe context.withPointer { context in
            unsafe signature.withUnsafeMutableBufferPointer { signature in
                unsafe message.withUnsafeBufferPointer { message in
                    unsafe EVP_DigestSign(context, signature.baseAddress, &count, message.baseAddress, message.count)
                }
            }
        }
        guard result == 1 else { throw openSSLFailure(in: "EVP_DigestSign") }
        return Array(signature.prefix(count))
    }

    private static func read(_ pem: [UInt8]) throws(AttestError) -> Owned<Key> {
        guard let count = Int32(exactly: pem.count) else {
            throw AttestError(.invalidConfiguration, "a private key of \(pem.count) bytes")
        }
        let key = try unsafe pem.withUnsafeBufferPointer { (pem) throws(AttestError) in
            let source = try unsafe Owned<BIO>(adopting: BIO_new_mem_buf(pem.baseAddress, count), "BIO_new_mem_buf")
            return unsafe source.withPointer { source in
                // Without a callback of ours, OpenSSL asks for a passphrase at the terminal.
                unsafe PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil)
            }
        }
        guard let key = unsafe key else {
            throw AttestError(.invalidConfiguration, "OpenSSL cannot read the private key")
        }
        return try unsafe Owned<Key>(adopting: key, "PEM_read_bio_PrivateKey")
    }

    private static func curve(of key: borrowing Owned<Key>) -> String? {
        var name = [CChar](repeating: 0, count: 64)
        var count = 0
        let result = unsafe key.withPointer { unsafe EVP_PKEY_get_group_name($0, &name, name.count, &count) }
        guard result == 1 else { return nil }
        return String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func encode(_ key: borrowing Owned<Key>) throws(AttestError) -> [UInt8] {
        var output: UnsafeMutablePointer<UInt8>?
        let count = unsafe key.withPointer { unsafe Int(i2d_PrivateKey($0, &output)) }
        defer { unsafe CRYPTO_clear_free(output, max(0, count), nil, 0) }
        guard count > 0 else { throw openSSLFailure(in: "i2d_PrivateKey") }
        return unsafe Array(UnsafeBufferPointer(start: output, count: count))
    }
}

private enum BIO: OpenSSLKind {
    static func free(_ pointer: OpaquePointer) { unsafe _ = BIO_free(pointer) }
}

private enum Signature: OpenSSLKind {
    static func free(_ pointer: OpaquePointer) { unsafe ECDSA_SIG_free(pointer) }
}
