internal import CAttestOpenSSL

/// Whether two byte strings are equal, in a time that depends on their lengths only.
package func constantTimeEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBufferPointer { left in
        unsafe right.withUnsafeBufferPointer { right in
            unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
        }
    }
}
