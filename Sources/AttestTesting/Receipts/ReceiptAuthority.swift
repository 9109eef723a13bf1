package import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Apple's side of receipts, in test: a root of its own, an intermediate, and a signer of receipts.
package struct ReceiptAuthority: Sendable {
    package let rootKey: SigningKey
    package let intermediateKey: SigningKey
    package let signerKey: SigningKey

    /// The certificates, in DER.
    package let root: [UInt8]
    package let intermediate: [UInt8]
    package let signer: [UInt8]

    package let anchors: ReceiptAnchors

    /// Makes an authority with new keys, valid from 2020 to 2049.
    init() throws(AttestError) {
        let (rootKey, intermediateKey, signerKey) =
            (try SigningKey(.p384), try SigningKey(.p256), try SigningKey(.p256))
        try self.init(
            keys: [rootKey, intermediateKey, signerKey],
            certificates: [
                try Self.rootTemplate(rootKey).signed(by: rootKey, digest: .sha384),
                try Self.intermediateTemplate(intermediateKey).signed(by: rootKey, digest: .sha384),
                try Self.signerTemplate(signerKey).signed(by: intermediateKey, digest: .sha256),
            ])
    }

    /// Takes saved keys and certificates, the root's first.
    init(keys: [SigningKey], certificates: [[UInt8]]) throws(AttestError) {
        guard keys.map(\.curve) == [.p384, .p256, .p256], certificates.count == 3 else {
            throw AttestError(.malformedTrustAnchor, "not three certificates and three keys of receipts")
        }
        (rootKey, intermediateKey, signerKey) = (keys[0], keys[1], keys[2])
        (root, intermediate, signer) = (certificates[0], certificates[1], certificates[2])
        anchors = try ReceiptAnchors(der: [root])
    }
}

// MARK: Templates, which flaws start from

extension ReceiptAuthority {
    static let signerMarkerID = "1.2.840.113635.100.12.15"
    static let issuerMarkerID = "1.2.840.113635.100.6.2.3"
    static let signerSerialNumber: [UInt8] = [0x59, 0x33, 0x56, 0xad]
    static let intermediateName = name("Test Application Integration CA 5 - G1")
    private static let rootName = name("Test Root CA - G3")

    package static func rootTemplate(_ key: SigningKey) -> CertificateTemplate {
        CertificateTemplate(
            serialNumber: [0x2d, 0xc5, 0xfc, 0x88], issuer: rootName,
            notBefore: TestAuthority.notBefore, notAfter: TestAuthority.notAfter, subject: rootName, spki: key.spki,
            extensions: [.basicConstraints(isCA: true), .keyUsage(0x06)])
    }

    package static func intermediateTemplate(_ key: SigningKey) -> CertificateTemplate {
        CertificateTemplate(
            serialNumber: [0x56, 0xfb, 0x83, 0xd4], issuer: rootName,
            notBefore: TestAuthority.notBefore, notAfter: TestAuthority.notAfter, subject: intermediateName,
            spki: key.spki,
            extensions: [.basicConstraints(isCA: true), .keyUsage(0x06), .marker(issuerMarkerID)])
    }

    package static func signerTemplate(_ key: SigningKey) -> CertificateTemplate {
        CertificateTemplate(
            serialNumber: signerSerialNumber, issuer: intermediateName,
            notBefore: TestAuthority.notBefore, notAfter: TestAuthority.notAfter,
            subject: name("Test Application Attestation Fraud Receipt Signing"), spki: key.spki,
            extensions: [.basicConstraints(isCA: false), .keyUsage(0x80), .marker(signerMarkerID)])
    }

    private static func name(_ commonName: String) -> [UInt8] {
        CertificateTemplate.name([("2.5.4.3", commonName), ("2.5.4.10", "Apple Inc."), ("2.5.4.6", "US")])
    }
}

extension CertificateTemplate.Extension {
    /// An extension that says something by being there: its value is NULL.
    package static func marker(_ id: String) -> Self { Self(id, [0x05, 0x00]) }
}
