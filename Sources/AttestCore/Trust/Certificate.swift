#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// An X.509 version 3 certificate in strict DER, read and not judged (RFC 5280, section 4.1).
package struct Certificate: Sendable {
    /// The whole certificate, as received.
    let der: ArraySlice<UInt8>

    /// The serial number, without leading zeros.
    package let serialNumber: [UInt8]
    let signatureAlgorithm: SignatureAlgorithm
    let issuer: ArraySlice<UInt8>
    package let notBefore: Date
    package let notAfter: Date
    let subject: ArraySlice<UInt8>
    package let publicKey: SubjectPublicKey
    let extensions: CertificateExtensions

    /// Whether the issuer's name is its own, as in a root.
    var isSelfIssued: Bool { issuer == subject }

    /// Reads a certificate.
    ///
    /// - Throws: `limitExceeded` or `malformedCertificate`.
    init(der: ArraySlice<UInt8>) throws(AttestError) {
        guard der.count <= AttestLimits.certificateBytes else {
            throw AttestError(
                .limitExceeded, "a certificate of \(der.count) bytes, and the limit is \(AttestLimits.certificateBytes)"
            )
        }
        self = try DERReader.read(der, reportingAs: .malformedCertificate) { (reader) throws(AttestError) in
            try reader.read(.sequence) { (reader) throws(AttestError) in
                try Certificate(fields: &reader, der: der)
            }
        }
    }

    /// Reads `SEQUENCE { tbsCertificate, signatureAlgorithm, signatureValue }`.
    private init(fields reader: inout DERReader, der: ArraySlice<UInt8>) throws(AttestError) {
        self = try reader.read(.sequence) { (reader) throws(AttestError) in
            try Certificate(toBeSigned: &reader, der: der)
        }
        guard try SignatureAlgorithm(reading: &reader) == signatureAlgorithm else {
            throw reader.fault("another signature algorithm than the signed one")
        }
        _ = try reader.bitStringOfBytes()
    }

    /// Reads TBSCertificate, in the order of its fields.
    ///
    /// The unique identifiers of old are not among them.
    private init(toBeSigned reader: inout DERReader, der: ArraySlice<UInt8>) throws(AttestError) {
        self.der = der
        let version = try reader.read(.explicit(0)) { (reader) throws(AttestError) in try reader.smallInteger() }
        guard version == 2 else { throw reader.fault("another version than 3") }
        serialNumber = Array(try reader.unsignedInteger())
        signatureAlgorithm = try SignatureAlgorithm(reading: &reader)
        issuer = try reader.element(.sequence).encoding
        (notBefore, notAfter) = try reader.read(.sequence) { (reader) throws(AttestError) in
            (try reader.time(), try reader.time())
        }
        subject = try reader.element(.sequence).encoding
        publicKey = SubjectPublicKey(spki: try reader.element(.sequence).encoding)
        extensions = try reader.read(.explicit(3)) { (reader) throws(AttestError) in
            try CertificateExtensions(reading: &reader)
        }
    }
}
