internal import FuzzDriver
internal import FuzzSetting

@testable internal import AttestCore
@testable internal import AttestTesting

/// Signs leaves in the names of Apple's intermediate and of the virtual devices', which a verifier knows.
struct Authority {
    private let authority = Result { try TestAuthority() }
    private let anchors: [Certificate]
    private let verifier: ChainVerifier
    private let intermediates: [[UInt8]]

    init() throws {
        let authority = try authority.get()
        let anchors = try authority.anchors.parsed()
        let verifier = ChainVerifier(anchors: anchors)
        let apple = CertificateTemplate.name([
            ("2.5.4.3", "Apple App Attestation CA 1"), ("2.5.4.10", "Apple Inc."), ("2.5.4.8", "California"),
        ])
        intermediates = try [apple, TestAuthority.intermediateName].map { name in
            var template = try TestAuthority.intermediateTemplate(authority.intermediateKey, under: authority.rootKey)
            template.subject = name
            let intermediate = try template.signed(by: authority.rootKey, digest: .sha384)
            let keyID = try KeyID(bytes: [UInt8](repeating: 0, count: 32))
            let profile = try DeviceProfile(.iOS27, appID: Setting.appID, environment: .production)
            var leaf = LeafTemplate.make(profile, spki: try SigningKey(.p256).spki, keyID: keyID, at: Setting.time)
            leaf.issuer = name
            let chain = [try leaf.signed(by: authority.intermediateKey, digest: .sha256), intermediate]
            _ = try verifier.anchors(of: CertificateChain(x5c: chain.map { $0[...] }))
            return intermediate
        }
        require(verifier.known.encodings.count == 2, "an intermediate that is not remembered")
        (self.anchors, self.verifier) = (anchors, verifier)
    }

    /// What the verifier accepts under an intermediate that it knows, OpenSSL must accept as well.
    func check(_ toBeSigned: [UInt8]) {
        for intermediate in intermediates {
            guard isOrdinary([certificate(toBeSigned, signature: [0x30, 0x00]), intermediate]),
                let signature = try? authority.get().intermediateKey.signature(over: toBeSigned, digest: .sha256)
            else { continue }
            let certificates = [certificate(toBeSigned, signature: signature), intermediate]
            // Refused where its key is not on the curve, which is a verdict of OpenSSL.
            guard (try? verifier.anchors(of: CertificateChain(x5c: certificates.map { $0[...] }))) != nil else {
                continue
            }
            let path = try? encodedPath(of: certificates.map { $0[...] }, to: anchors.map(\.der))
            require(path == certificates + anchors.map { Array($0.der) }, "a leaf that OpenSSL refuses")
        }
    }

    private func isOrdinary(_ certificates: [[UInt8]]) -> Bool {
        guard let chain = try? CertificateChain(x5c: certificates.map { $0[...] }), let issuer = chain.issuers.first,
            case .ecdsaWithSHA256 = chain.leaf.signatureAlgorithm
        else { return false }
        return (try? chain.checkProfile()) != nil && chain.leaf.matchesAppleLeafProfile(of: issuer)
    }

    private func certificate(_ toBeSigned: [UInt8], signature: [UInt8]) -> [UInt8] {
        let algorithm = DER.sequence(DER.objectIdentifier("1.2.840.10045.4.3.2"))
        return DER.sequence(toBeSigned, algorithm, DER.bitString(signature))
    }
}
