internal import FuzzDriver
internal import FuzzSetting

@testable internal import AttestCore
@testable internal import AttestTesting

/// A certificate, what is said about it, and Apple's extensions in it.
func checkCertificate(_ bytes: [UInt8]) {
    guard let certificate = try? Certificate(der: bytes.amidOthers) else {
        require((try? Certificate(der: bytes[...])) == nil, "a certificate that is read only alone")
        return
    }
    require(Array(certificate.der) == bytes, "other bytes than those that were read")
    _ = certificate.subjectCommonName
    _ = certificate.issuerCommonName
    _ = certificate.extensionIDs.map(\.description)
    try? certificate.checkIssuerProfile(.receipt, as: "certificate 1")

    let leaf = CredentialCertificate(certificate)
    require((try? leaf.nonce())?.count ?? 32 == 32, "a nonce that is not 32 bytes")
    _ = try? leaf.accessPolicy()
    _ = leaf.operatingSystem
    checkPath(of: certificate)
}

/// OpenSSL reads a leaf too, and looks for its issuer: the certificate itself is none.
private func checkPath(of certificate: Certificate) {
    guard (try? certificate.checkLeafProfile()) != nil else { return }
    do {
        let chain = try CertificateChain(x5c: [certificate.der, certificate.der])
        _ = try chain.verifiedAnchors(among: try TrustAnchors.apple.parsed())
        finding("a leaf that is its own issuer leads to Apple's root")
    } catch {
        require(error.isVerdict, "no verdict: \(error)")
    }
}

/// A signature has one encoding, and OpenSSL must agree that it is one.
func checkSignature(_ bytes: [UInt8]) {
    guard let signature = try? ECDSASignature(der: bytes.amidOthers) else { return }
    let numbers = try? DERReader.read(signature.der, reportingAs: .malformedSignature) { (reader) throws(AttestError) in
        try reader.read(.sequence) { (reader) throws(AttestError) in
            [try reader.unsignedInteger(), try reader.unsignedInteger()]
        }
    }
    guard let numbers else { finding("a signature that is not two numbers") }
    require(DER.sequence(of: numbers.map { DER.integer(Array($0)) }) == bytes, "a signature of another encoding")
    do {
        let isSignature = try KnownKey.publicKey().isSignature(signature, over: Array("message".utf8))
        require(!isSignature, "a signature that nobody made")
    } catch {
        finding("no verdict: \(error)")
    }
}

func checkOperatingSystem(_ bytes: [UInt8]) {
    let alone = OperatingSystem(decoding: bytes[...])
    let amid = OperatingSystem(decoding: bytes.amidOthers)
    require(alone == amid, "another operating system amid other bytes")
}
