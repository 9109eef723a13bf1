public import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A throw-away certificate authority in Apple's place: a root, an intermediate, and their keys; the same for receipts.
///
/// Its certificates are like Apple's in algorithms, extensions and names, except for the word Test in the names. A server
/// that is given its ``anchors`` trusts every ``VirtualDevice`` under it, so never do that in production.
public struct TestAuthority: Sendable {
    package let rootKey: SigningKey
    package let intermediateKey: SigningKey

    /// The root's certificate, in DER.
    public let root: [UInt8]

    /// The intermediate's certificate, in DER.
    package let intermediate: [UInt8]

    /// The root, to give to a validator in a test.
    public let anchors: TrustAnchors

    /// What signs receipts, under another root.
    package let receipts: ReceiptAuthority

    /// Makes an authority with new keys, valid from 2020 to 2049.
    ///
    /// - Throws: `internalFailure` when the cryptographic library fails.
    public init() throws(AttestError) {
        let rootKey = try SigningKey(.p384)
        let intermediateKey = try SigningKey(.p384)
        try self.init(
            rootKey: rootKey,
            intermediateKey: intermediateKey,
            root: try Self.rootTemplate(rootKey).signed(by: rootKey, digest: .sha384),
            intermediate: try Self.intermediateTemplate(intermediateKey, under: rootKey)
                .signed(by: rootKey, digest: .sha384),
            receipts: try ReceiptAuthority())
    }

    /// Loads an authority that was saved, so that several processes trust the same root.
    ///
    /// - Parameter pem: What ``pem`` gave: five certificates and five private keys.
    /// - Throws: `malformedTrustAnchor` for other text, or `internalFailure`.
    public init(pem: String) throws(AttestError) {
        let certificates = PEM.decode(pem, label: .certificate)
        let keys = PEM.decode(pem, label: .privateKey)
        guard certificates.count == 5, keys.count == 5 else {
            throw AttestError(.malformedTrustAnchor, "not five certificates and five private keys in PEM")
        }
        try self.init(
            rootKey: try SigningKey(.p384, privateKey: keys[0]),
            intermediateKey: try SigningKey(.p384, privateKey: keys[1]),
            root: certificates[0],
            intermediate: certificates[1],
            receipts: try ReceiptAuthority(
                keys: [
                    try SigningKey(.p384, privateKey: keys[2]),
                    try SigningKey(.p256, privateKey: keys[3]),
                    try SigningKey(.p256, privateKey: keys[4]),
                ],
                certificates: Array(certificates[2...])))
    }

    /// The certificates and private keys, roots before what is under them, as PEM to save.
    public var pem: String {
        let certificates = [root, intermediate, receipts.root, receipts.intermediate, receipts.signer]
        let keys = [rootKey, intermediateKey, receipts.rootKey, receipts.intermediateKey, receipts.signerKey]
        return
            (certificates.map { PEM.encode($0, label: .certificate) }
            + keys.map { PEM.encode($0.privateKey, label: .privateKey) }).joined()
    }

    private init(
        rootKey: SigningKey, intermediateKey: SigningKey, root: [UInt8], intermediate: [UInt8],
        receipts: ReceiptAuthority
    ) throws(AttestError) {
        self.rootKey = rootKey
        self.intermediateKey = intermediateKey
        self.root = root
        self.intermediate = intermediate
        self.receipts = receipts
        anchors = try TrustAnchors(der: [root])
    }
}

// MARK: Templates, which flaws start from

extension TestAuthority {
    static let rootName = name("Test App Attestation Root CA")
    package static let intermediateName = name("Test App Attestation CA 1")

    /// 2020-03-18T18:32:53Z, as Apple's root.
    static let notBefore = Date(timeIntervalSince1970: 1_584_556_373)
    /// 2049-12-31T00:00:00Z.
    static let notAfter = Date(timeIntervalSince1970: 2_524_521_600)

    package static func rootTemplate(_ key: SigningKey) throws(AttestError) -> CertificateTemplate {
        CertificateTemplate(
            serialNumber: [0x0b, 0xf3, 0xbe, 0x0e], issuer: rootName, notBefore: notBefore, notAfter: notAfter,
            subject: rootName, spki: key.spki,
            extensions: [
                .basicConstraints(isCA: true),
                .subjectKeyIdentifier(try identifier(of: key)),
                .keyUsage(0x06),  // keyCertSign and cRLSign
            ])
    }

    package static func intermediateTemplate(
        _ key: SigningKey, under root: SigningKey
    ) throws(AttestError) -> CertificateTemplate {
        CertificateTemplate(
            serialNumber: [0x09, 0xba, 0xc5, 0xe1], issuer: rootName, notBefore: notBefore, notAfter: notAfter,
            subject: intermediateName, spki: key.spki,
            extensions: [
                .basicConstraints(isCA: true, pathLength: 0),
                .authorityKeyIdentifier(try identifier(of: root)),
                .subjectKeyIdentifier(try identifier(of: key)),
                .keyUsage(0x06),
            ])
    }

    package static func name(_ commonName: String) -> [UInt8] {
        CertificateTemplate.name([("2.5.4.3", commonName), ("2.5.4.10", "Apple Inc."), ("2.5.4.8", "California")])
    }

    /// Any 20 bytes that are the same for the same key (RFC 5280, section 4.2.1.2).
    private static func identifier(of key: SigningKey) throws(AttestError) -> [UInt8] {
        Array(try sha256(key.point).prefix(20))
    }
}

extension CertificateTemplate.Extension {
    fileprivate static func subjectKeyIdentifier(_ identifier: [UInt8]) -> Self {
        Self("2.5.29.14", DER.octetString(identifier))
    }

    fileprivate static func authorityKeyIdentifier(_ identifier: [UInt8]) -> Self {
        Self("2.5.29.35", DER.sequence(DER.element([0x80], identifier)))
    }
}
