internal import CAttestOpenSSL

/// SHA-256 of some bytes: 32 bytes.
package func sha256(_ bytes: some Sequence<UInt8>) throws(AttestError) -> [UInt8] {
    let bytes = Array(bytes)
    return try withCleanErrorQueue { () throws(AttestError) in
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        let result = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe digest.withUnsafeMutableBufferPointer { digest in
                unsafe EVP_Digest(bytes.baseAddress, bytes.count, digest.baseAddress, nil, EVP_sha256(), nil)
            }
        }
        guard result == 1 else { throw openSSLFailure(in: "EVP_Digest") }
        return digest
    }
}
