internal import AttestCore

extension AttestationObject {
    var facts: [Fact] {
        let system = CredentialCertificate(chain.leaf).operatingSystem
        return [
            Fact("format", format),
            Fact("appID", chain.leaf.namedAppID).personal,
            Fact("otherMembers", otherMembers),
            Fact("certificates", ([chain.leaf] + chain.issuers).map(\.facts)),
            Fact(
                "operatingSystem",
                system.map { [Fact("version", $0.version), Fact("build", $0.build), Fact("platform", $0.platform)] }),
            Fact("receiptBytes", receipt?.count),
            Fact("authenticatorData", authenticatorData.facts),
            Fact("credential", attestedCredential.facts),
            Fact("extensions", authenticatorData.extensionFacts),
        ]
    }
}

extension AssertionObject {
    var facts: [Fact] {
        [
            Fact("otherMembers", otherMembers),
            Fact("signatureBytes", signatureByteCount),
            Fact("authenticatorData", authenticatorData.facts),
            Fact("extensions", authenticatorData.extensionFacts),
        ]
    }
}

extension Certificate {
    var facts: [Fact] {
        [
            Fact("bytes", byteCount),
            Fact("subject", subjectCommonName).personal,
            Fact("issuer", issuerCommonName),
            Fact("serialNumber", Hex.encode(serialNumber)).personal,
            Fact("notBefore", Time(notBefore).text).dated,
            Fact("notAfter", Time(notAfter).text).dated,
            Fact("publicKey", publicKey.curve),
            Fact("extensions", extensionIDs.map(\.description)),
        ]
    }
}

extension SubjectPublicKey {
    fileprivate var curve: String {
        switch self {
        case .p256: "P-256"
        case .p384: "P-384"
        case .other: "other"
        }
    }
}

extension AuthenticatorData {
    fileprivate var facts: [Fact] {
        [
            Fact("bytes", byteCount),
            Fact("rpIDHash", Hex.encode(rpIDHash)).personal,
            Fact("flags", "0x\(Hex.encode([flags.rawValue]))\(flags.names.isEmpty ? "" : " (\(flags.names))")"),
            Fact("counter", Int(counter)),
        ]
    }

    fileprivate var extensionFacts: [Fact]? {
        extensions.map { $0.facts + [Fact("proven", provenExtensions == nil ? "no: the flag ED is clear" : "yes")] }
    }
}

extension AuthenticatorFlags {
    fileprivate var names: String {
        let named: [(AuthenticatorFlags, String)] = [
            (.userPresent, "UP"), (.userVerified, "UV"), (.backupEligible, "BE"), (.backedUp, "BS"),
            (.attestedCredential, "AT"), (.extensions, "ED"),
        ]
        return named.filter { contains($0.0) }.map(\.1).joined(separator: " ")
    }
}

extension AttestedCredentialData {
    fileprivate var facts: [Fact] {
        let environment = AttestEnvironment.allCases.first { $0.aaguid == aaguid }
        return [
            Fact("aaguid", Hex.encode(aaguid)),
            Fact("environment", environment?.rawValue),
            Fact("credentialID", Base64.encode(credentialID)).personal,
            Fact("publicKey", Base64.encode(publicKey.x963)).personal,
        ]
    }
}

extension AuthenticatorExtensions {
    fileprivate var facts: [Fact] {
        [
            Fact("names", names),
            Fact("launchCategory", launchCategory),
            Fact("bundleVersion", bundleVersion).personal,
            Fact("codeDirectoryHash", codeDirectoryHash.map { Hex.encode($0.bytes) }).personal,
        ]
    }
}
