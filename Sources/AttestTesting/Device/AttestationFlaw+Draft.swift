internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension AttestationFlaw {
    /// Changes a draft so that the object is refused under the flaw's code, and would be accepted without the flaw.
    func apply(
        to draft: inout AttestationDraft, profile: DeviceProfile, authority: TestAuthority, at time: Date
    ) throws(AttestError) {
        switch self {
        case .oversizedReceipt:
            draft.receipt = { _ in Array(repeating: 0, count: AttestLimits.attestationObjectBytes) }
        case .largeReceipt:
            draft.receipt = { _ in [UInt8](repeating: 0x30, count: AttestLimits.receiptBytes + 1) }
        case .slowMemberName:
            draft.otherMembers.append((SlowName.text(markCount: 28_000), [0x00]))
        case .trailingByte:
            draft.editObject = { $0.append(0) }
        case .missingAuthData:
            draft.editMembers = { $0.removeLast() }
        case .truncatedAuthData:
            draft.editAuthenticatorData = { $0.removeSubrange(60...) }
        case .otherKeyAlgorithm:
            draft.editAuthenticatorData = { $0[91] = 0x27 }  // -8, EdDSA, where -7 stands
        case .extensionsNotAMap:
            draft.authenticatorData.extensions = nil
            draft.editAuthenticatorData = { $0.append(0x80) }
        case .oldCertificateVersion:
            draft.leaf.version = 0
        case .extraNonceElement:
            draft.nonceExtension = {
                DER.sequence(DER.explicit(1, DER.octetString($0)), DER.explicit(2, DER.integer(0)))
            }

        case .otherFormat:
            draft.format = "packed"
        case .attestedCredentialFlagClear:
            draft.authenticatorData.flags.remove(.attestedCredential)
        case .otherRoot:
            let other = try TestAuthority()
            draft.issuerKey = other.intermediateKey
            draft.issuers = [other.intermediate]
        case .rootInChain:
            draft.issuers.append(authority.root)
        case .extraIssuer:
            let stranger = try SigningKey(.p384)
            draft.issuers.append(try authority.intermediate(stranger) { $0.subject = TestAuthority.name("Extra CA") })
        case .forgedCertificate:
            draft.issuerKey = try SigningKey(.p384)
        case .expired:
            draft.leaf.notAfter = time.addingTimeInterval(-1)
        case .notYetValid:
            draft.leaf.notBefore = time.addingTimeInterval(60)
        case .otherSignatureAlgorithm:
            draft.digest = .sha512
        case .otherIssuerCurve:
            let key = try SigningKey(.p256)
            draft.issuerKey = key
            draft.issuers = [try authority.intermediate(key)]
        case .unknownCriticalExtension:
            draft.leaf.extensions.append(.init("1.2.840.113635.100.8.99", isCritical: true, DER.integer(1)))
        case .issuerNotCA:
            draft.issuers = [
                try authority.intermediate(authority.intermediateKey) {
                    $0[id: CertificateTemplate.Extension.basicConstraintsID] = .basicConstraints(isCA: false)
                }
            ]
        case .issuerWithoutKeyCertSign:
            draft.issuers = [
                try authority.intermediate(authority.intermediateKey) {
                    $0[id: CertificateTemplate.Extension.keyUsageID] = .keyUsage(0x02)  // cRLSign only
                }
            ]
        case .chainTooLong:
            let key = try SigningKey(.p384)
            let name = TestAuthority.name("Test App Attestation CA 2")
            draft.leaf.issuer = name
            draft.issuerKey = key
            draft.issuers = [try authority.subordinate(key, named: name), authority.intermediate]
        case .leafIsCA:
            draft.leaf[id: CertificateTemplate.Extension.basicConstraintsID] = .basicConstraints(isCA: true)
        case .leafWithoutDigitalSignature:
            draft.leaf[id: CertificateTemplate.Extension.keyUsageID] = .keyUsage(0x70)
        case .missingNonce:
            draft.nonceExtension = nil
        case .wrongNonce:
            draft.nonceExtension = { nonce in LeafTemplate.nonceExtension(nonce.reversed()) }
        case .reducedSecurityMac:
            let mac = try DeviceProfile(.macOS27, appID: profile.appID.text, environment: profile.environment)
            draft.leaf[id: LeafTemplate.operatingSystemID]?.value = LeafTemplate.operatingSystem(mac)
            draft.leaf[id: LeafTemplate.accessPolicyID] = .init(
                LeafTemplate.accessPolicyID, LeafTemplate.accessPolicy(allowing: ["ok", "oa", "odel", "osgn"]))
        case .reducedSecurityOnUnknownPlatform:
            draft.leaf[id: LeafTemplate.operatingSystemID]?.value = LeafTemplate.operatingSystem(
                version: "27.0", platform: "macos")
            draft.leaf[id: LeafTemplate.accessPolicyID] = .init(
                LeafTemplate.accessPolicyID, LeafTemplate.accessPolicy(allowing: ["ok", "oa", "odel", "osgn"]))
        case .otherCertifiedKey:
            draft.leaf.spki = try SigningKey(.p256).spki
        case .usedKey:
            draft.authenticatorData.counter = 1
        case .otherCredentialID:
            draft.editAuthenticatorData = { $0[55] ^= 1 }
        case .otherCredentialKey:
            let point = try SigningKey(.p256).point
            draft.editAuthenticatorData = {
                $0.replaceSubrange(87..<164, with: AuthenticatorDataDraft.coseKey(point))
            }

        case .otherApp:
            draft.authenticatorData.rpIDHash = try sha256("0000000000.com.example.other".utf8)
        case .unknownEnvironment:
            draft.editAuthenticatorData = { $0.replaceSubrange(37..<53, with: "appattestsandbox".utf8) }
        case .invalidLaunchCategory:
            draft.authenticatorData.setExtension("apple_validation_category_01", .bytes([0, 0, 0, 0]))
        case .missingLaunchCategory:
            draft.authenticatorData.setExtension("apple_validation_category_01", nil)
        case .zeroBundleVersion:
            draft.authenticatorData.setExtension("apple_bundle_version_01", .text("0"))
        case .missingBundleVersion:
            draft.authenticatorData.setExtension("apple_bundle_version_01", nil)
        case .movedExtensions:
            draft.authenticatorData.moveExtensions(of: profile)
        case .missingReceipt:
            draft.receipt = nil
        }
    }
}

extension TestAuthority {
    /// An intermediate for a key, changed before the root signs it.
    fileprivate func intermediate(
        _ key: SigningKey, _ edit: (inout CertificateTemplate) -> Void = { _ in }
    ) throws(AttestError) -> [UInt8] {
        var template = try Self.intermediateTemplate(key, under: rootKey)
        edit(&template)
        return try template.signed(by: rootKey, digest: .sha384)
    }

    /// An intermediate below the intermediate.
    fileprivate func subordinate(_ key: SigningKey, named name: [UInt8]) throws(AttestError) -> [UInt8] {
        var template = try Self.intermediateTemplate(key, under: intermediateKey)
        template.issuer = Self.intermediateName
        template.subject = name
        return try template.signed(by: intermediateKey, digest: .sha384)
    }
}

extension AuthenticatorDataDraft {
    /// Writes the extensions of an app that its policy likes, on a system that sends none and so leaves ED clear.
    mutating func moveExtensions(of profile: DeviceProfile) {
        flags.remove(.extensions)
        extensions = Self.extensions(profile)
    }

    /// Sets an entry of the extension map, adds it, or removes it for nil; without entries left there is no map.
    mutating func setExtension(_ name: String, _ value: CBORValue?) {
        var entries = extensions ?? []
        let index = entries.firstIndex { $0.0 == name }
        switch (index, value) {
        case (let index?, let value?): entries[index].1 = value
        case (let index?, nil): entries.remove(at: index)
        case (nil, let value?): entries.append((name, value))
        case (nil, nil): break
        }
        extensions = entries.isEmpty ? nil : entries
    }
}
