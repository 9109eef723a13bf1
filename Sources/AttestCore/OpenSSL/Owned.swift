internal import CAttestOpenSSL

/// A kind of OpenSSL object: the C types all look like `OpaquePointer`, so this gives the lost type back.
package protocol OpenSSLKind {
    static func free(_ pointer: OpaquePointer)
}

/// The one owner of an OpenSSL object: frees it at the end, and lends its pointer to a closure only.
@safe
package struct Owned<Kind: OpenSSLKind>: ~Copyable {
    private let pointer: OpaquePointer

    /// Takes over what an OpenSSL function returned.
    ///
    /// - Throws: `internalFailure` with OpenSSL's reason when it returned nothing.
    package init(adopting pointer: OpaquePointer?, _ function: StaticString) throws(AttestError) {
        guard let pointer = unsafe pointer else { throw openSSLFailure(in: function) }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe Kind.free(pointer)
    }

    /// Lends the pointer; neither it nor what it leads to may leave the closure.
    package borrowing func withPointer<Value, Failure>(
        _ body: (OpaquePointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        unsafe try body(pointer)
    }
}

enum X509Object: OpenSSLKind {
    static func free(_ pointer: OpaquePointer) { unsafe X509_free(pointer) }
}

/// A stack that owns its certificates.
enum X509Stack: OpenSSLKind {
    static func free(_ pointer: OpaquePointer) { unsafe attest_x509_stack_free(pointer) }
}

enum X509Store: OpenSSLKind {
    static func free(_ pointer: OpaquePointer) { unsafe X509_STORE_free(pointer) }
}

enum X509StoreContext: OpenSSLKind {
    static func free(_ pointer: OpaquePointer) { unsafe X509_STORE_CTX_free(pointer) }
}

/// A public or private key.
package enum Key: OpenSSLKind {
    package static func free(_ pointer: OpaquePointer) { unsafe EVP_PKEY_free(pointer) }
}

package enum KeyContext: OpenSSLKind {
    package static func free(_ pointer: OpaquePointer) { unsafe EVP_PKEY_CTX_free(pointer) }
}

package enum DigestContext: OpenSSLKind {
    package static func free(_ pointer: OpaquePointer) { unsafe EVP_MD_CTX_free(pointer) }
}

/// A digest that was fetched from a provider.
enum MessageDigest: OpenSSLKind {
    static func free(_ pointer: OpaquePointer) { unsafe EVP_MD_free(pointer) }
}
