/// What Apple's own extensions of the leaf say: the nonce, the key's access policy, the operating system.
package struct CredentialCertificate {
    private let extensions: CertificateExtensions

    package init(_ leaf: Certificate) {
        extensions = leaf.extensions
    }

    /// The nonce, 32 bytes: `SEQUENCE { [1] EXPLICIT OCTET STRING }`, nothing more.
    ///
    /// - Throws: `nonceExtensionMissing` or `malformedNonceExtension`.
    func nonce() throws(AttestError) -> ArraySlice<UInt8> {
        guard let nonce = extensions[.attestationNonce] else {
            throw AttestError(.nonceExtensionMissing, "no extension \(ObjectIdentifier.attestationNonce)")
        }
        let content = try Self.taggedOctetString(1, in: nonce.value, reportingAs: .malformedNonceExtension)
        guard content.count == 32 else {
            throw AttestError(.malformedNonceExtension, "\(content.count) bytes instead of 32")
        }
        return content
    }

    /// The key's access control list: `SEQUENCE { [3] EXPLICIT OCTET STRING }`; nil when there is none.
    ///
    /// - Throws: `accessPolicyMismatch` when it has another form.
    func accessPolicy() throws(AttestError) -> ArraySlice<UInt8>? {
        guard let policy = extensions[.accessPolicy] else { return nil }
        return try Self.taggedOctetString(3, in: policy.value, reportingAs: .accessPolicyMismatch)
    }

    /// The operating system that made the key; nil when the certificate does not say, or not in a known form.
    package var operatingSystem: OperatingSystem? {
        extensions[.operatingSystem].flatMap { OperatingSystem(decoding: $0.value) }
    }

    /// What the leaf says about whether its key is a Mac's.
    var platformKind: OperatingSystem.Kind {
        guard extensions[.operatingSystem] != nil else {
            // Apple's step for macOS relies on the access policy of every Mac's leaf, so one with neither is not a Mac's.
            return extensions[.accessPolicy] == nil ? .notMac : .unknown
        }
        return operatingSystem?.kind ?? .unknown
    }

    private static func taggedOctetString(
        _ tag: UInt32, in value: ArraySlice<UInt8>, reportingAs code: AttestError.Code
    ) throws(AttestError) -> ArraySlice<UInt8> {
        try DERReader.read(value, reportingAs: code) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                try reader.read(.explicit(tag)) { (reader) throws(AttestError) in
                    try reader.content(.octetString)
                }
            }
        }
    }
}
