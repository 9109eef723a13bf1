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
    /// What the issuer has signed: TBSCertificate, as received.
    let toBeSigned: ArraySlice<UInt8>
    let signatureAlgorithm: SignatureAlgorithm
    /// The content of the signature's bit string.
    let signature: ArraySlice<UInt8>
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
        let toBeSigned = try reader.element(.sequence)
        let algorithm = try SignatureAlgorithm(reading: &reader)
        let signature = try reader.bitStringOfBytes()
        self = try DERReader.read(toBeSigned.content, reportingAs: .malformedCertificate) {
            (reader) throws(AttestError) in
            try Certificate(
                toBeSignedFields: &reader, der: der, toBeSigned: toBeSigned.encoding, signature: signature)
        }
        guard algorithm == signatureAlgorithm else {
            throw reader.fault("another signature algorithm than the signed one")
        }
    }

    /// Reads TBSCertificate, in the order of its fields.
    ///
    /// The obsolete unique identifiers are not among them.
    private init(
        toBeSignedFields reader: inout DERReader, der: ArraySlice<UInt8>, toBeSigned: ArraySlice<UInt8>,
        signature: ArraySlice<UInt8>
    ) throws(AttestError) {
        self.der = der
        self.toBeSigned = toBeSigned
        self.signature = signature
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
