internal import CAttestOpenSSL

/// Builds the path from a chain's leaf to an anchor with OpenSSL, which checks every signature on it.
///
/// The chain's certificates are candidates and the anchor the only trust. The path must then consist of exactly the
/// chain's certificates in their order, and the anchor. Times are checked by the caller.
///
/// - Throws: `chainUntrusted`, `certificateSignatureInvalid`, `certificateKeyUnsupported`, `pathLengthExceeded`,
///   `chainContainsExtraCertificate`, `malformedTrustAnchor` or `internalFailure`.
func verifyPath(of chain: CertificateChain, to anchor: Certificate) throws(AttestError) {
    let path = try encodedPath(of: chain.certificates.map(\.der), to: [anchor.der])
    guard let last = path.last, path.dropLast().elementsEqual(chain.certificates.map { Array($0.der) }) else {
        throw AttestError(
            .chainContainsExtraCertificate, "the path to the anchor does not use all certificates in order")
    }
    guard anchor.der.elementsEqual(last) else {
        throw AttestError(.chainUntrusted, "the path ends at a certificate that is not the anchor")
    }
}

/// Runs X509_verify_cert on certificates in DER, leaf first, and gives back the DER of the path it found.
func encodedPath(
    of certificates: [ArraySlice<UInt8>], to anchors: [ArraySlice<UInt8>]
) throws(AttestError) -> [[UInt8]] {
    try withCleanErrorQueue { () throws(AttestError) in
        try buildPath(from: certificates.first ?? [], issuers: certificates.dropFirst(), to: anchors)
    }
}

private func buildPath(
    from leaf: ArraySlice<UInt8>, issuers: ArraySlice<ArraySlice<UInt8>>, to anchors: [ArraySlice<UInt8>]
) throws(AttestError) -> [[UInt8]] {
    let store = try unsafe Owned<X509Store>(adopting: X509_STORE_new(), "X509_STORE_new")
    for anchor in anchors {
        do throws(AttestError) {
            try add(anchor, to: store)
        } catch {
            throw error.code == .internalFailure ? error : AttestError(.malformedTrustAnchor, error.context)
        }
    }

    let leaf = try parse(leaf)
    let candidates = try unsafe Owned<X509Stack>(adopting: attest_x509_stack_new(), "sk_X509_new_null")
    for issuer in issuers {
        try push(issuer, onto: candidates)
    }

    let context = try unsafe Owned<X509StoreContext>(adopting: X509_STORE_CTX_new(), "X509_STORE_CTX_new")
    return try unsafe store.withPointer { (store) throws(AttestError) in
        try unsafe leaf.withPointer { (leaf) throws(AttestError) in
            try unsafe candidates.withPointer { (candidates) throws(AttestError) in
                try unsafe context.withPointer { (context) throws(AttestError) in
                    // The context borrows all three, which outlive its use here.
                    guard unsafe X509_STORE_CTX_init(context, store, leaf, candidates) == 1 else {
                        throw openSSLFailure(in: "X509_STORE_CTX_init")
                    }
                    unsafe X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_NO_CHECK_TIME))
                    let result = unsafe X509_verify_cert(context)
                    guard result == 1 else {
                        throw unsafe pathError(result, in: context, anchorDepth: issuers.count + 1)
                    }
                    return try unsafe encodedPath(in: context)
                }
            }
        }
    }
}

private func add(_ anchor: ArraySlice<UInt8>, to store: borrowing Owned<X509Store>) throws(AttestError) {
    let certificate = try parse(anchor)
    let result = unsafe store.withPointer { store in
        // up_ref: the store holds a reference of its own.
        unsafe certificate.withPointer { unsafe X509_STORE_add_cert(store, $0) }
    }
    guard result == 1 else { throw openSSLFailure(in: "X509_STORE_add_cert") }
}

/// Parses a certificate with OpenSSL, which must consume all bytes and be able to use its key.
private func parse(_ certificate: ArraySlice<UInt8>) throws(AttestError) -> Owned<X509Object> {
    var consumed = 0
    let parsed = unsafe certificate.withUnsafeBufferPointer { bytes -> OpaquePointer? in
        guard let start = bytes.baseAddress else { return nil }
        var cursor: UnsafePointer<UInt8>? = unsafe start
        let parsed = unsafe d2i_X509(nil, &cursor, bytes.count)
        consumed = unsafe cursor.map { unsafe $0 - start } ?? 0
        return unsafe parsed
    }
    guard let parsed = unsafe parsed else {
        throw AttestError(.malformedCertificate, "OpenSSL cannot read a certificate")
    }
    let owned = try unsafe Owned<X509Object>(adopting: parsed, "d2i_X509")
    guard consumed == certificate.count else {
        throw AttestError(.malformedCertificate, "OpenSSL leaves bytes of a certificate unread")
    }
    // get0: the key stays the certificate's. There is none when the point is not on its curve, which X509_verify_cert would
    // report as a failure without a reason.
    guard unsafe owned.withPointer({ unsafe X509_get0_pubkey($0) }) != nil else {
        throw AttestError(.certificateKeyUnsupported, "a certificate's public key is not a point on its curve")
    }
    return owned
}

private func push(_ certificate: ArraySlice<UInt8>, onto stack: borrowing Owned<X509Stack>) throws(AttestError) {
    let parsed = try parse(certificate)
    let pushed = unsafe parsed.withPointer { certificate in
        unsafe stack.withPointer { stack in
            // set0: the stack owns one reference, so it gets one of its own, given back when the push fails.
            guard unsafe X509_up_ref(certificate) == 1 else { return false }
            guard unsafe attest_x509_stack_push(stack, certificate) > 0 else {
                unsafe X509_free(certificate)
                return false
            }
            return true
        }
    }
    guard pushed else { throw openSSLFailure(in: "sk_X509_push") }
}

/// The refusal that stands for OpenSSL's.
private func pathError(_ result: Int32, in context: OpaquePointer, anchorDepth: Int) -> AttestError {
    let error = unsafe X509_STORE_CTX_get_error(context)
    let depth = Int(unsafe X509_STORE_CTX_get_error_depth(context))
    let reason = unsafe X509_verify_cert_error_string(Int(error)).map { unsafe String(cString: $0) } ?? "error \(error)"
    // A negative result, or a failure without a reason, says nothing about the chain.
    guard result == 0, error != X509_V_OK else { return openSSLFailure(in: "X509_verify_cert") }

    switch error {
    case X509_V_ERR_OUT_OF_MEM, X509_V_ERR_UNSPECIFIED, X509_V_ERR_INVALID_CALL, X509_V_ERR_STORE_LOOKUP:
        return AttestError(.internalFailure, "X509_verify_cert: \(reason)")
    case X509_V_ERR_PATH_LENGTH_EXCEEDED:
        return AttestError(.pathLengthExceeded, "certificate \(depth) has more issuers below it than it allows")
    // The last certificate names an anchor but was signed by another key of that name: that is another root.
    case X509_V_ERR_CERT_SIGNATURE_FAILURE where depth + 1 < anchorDepth:
        return AttestError(.certificateSignatureInvalid, "certificate \(depth) is not signed by the key of its issuer")
    default:
        return AttestError(.chainUntrusted, "certificate \(depth): \(reason)")
    }
}

private func encodedPath(in context: OpaquePointer) throws(AttestError) -> [[UInt8]] {
    // get0: the path stays the context's.
    let path = unsafe X509_STORE_CTX_get0_chain(context)
    return try (0..<(unsafe attest_x509_stack_count(path))).map { (index) throws(AttestError) in
        var encoding: UnsafeMutablePointer<UInt8>?
        let count = unsafe i2d_X509(attest_x509_stack_get0(path, index), &encoding)
        defer { unsafe CRYPTO_free(encoding, nil, 0) }
        guard count > 0 else { throw openSSLFailure(in: "i2d_X509") }
        return unsafe Array(UnsafeBufferPointer(start: encoding, count: Int(count)))
    }
}
