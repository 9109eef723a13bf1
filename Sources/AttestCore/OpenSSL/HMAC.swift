internal import CAttestOpenSSL

/// HMAC-SHA-256 of a message (RFC 2104): 32 bytes.
package func hmacSHA256(_ message: [UInt8], key: [UInt8]) throws(AttestError) -> [UInt8] {
    try withCleanErrorQueue { () throws(AttestError) in
        var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        guard let keyCount = Int32(exactly: key.count) else {
            throw AttestError(.invalidConfiguration, "a secret of \(key.count) bytes")
        }
        let result = unsafe key.withUnsafeBufferPointer { key in
            unsafe message.withUnsafeBufferPointer { message in
                unsafe code.withUnsafeMutableBufferPointer { code in
                    unsafe HMAC(
                        EVP_sha256(), key.baseAddress, keyCount, message.baseAddress, message.count, code.baseAddress,
                        nil)
                }
            }
        }
        guard unsafe result != nil else { throw openSSLFailure(in: "HMAC") }
        return code
    }
}
