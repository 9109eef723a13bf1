extension AttestationCeremony {
    func detail(of step: AttestationStep) -> String {
        switch step {
        case .format:
            return object.format
        case .attestedCredentialFlag:
            return "AT is set"
        case .certificateChain:
            return
                "\(object.chain.certificates.count) certificates lead to a pinned root and are valid at the given time"
        case .clientDataHash:
            return
                "\(authenticatorData.bytes.count) bytes of authenticator data, \(clientDataHash.bytes.count) of client data hash"
        case .nonce:
            return "SHA-256 of both"
        case .nonceExtension:
            return "the leaf was issued for this nonce"
        case .accessPolicy:
            if mustBeFullSecurityMac { return "a Mac in full security mode" }
            return leaf.platformKind == .notMac
                ? "not a macOS key" : "not judged: the policy says that the app does not run on macOS"
        case .keyID:
            return "the key ID is the hash of the certified key"
        case .appID:
            return app?.appID.text ?? ""
        case .counter:
            return "0"
        case .environment:
            return environment?.rawValue ?? ""
        case .credentialID:
            return "the key ID"
        case .publicKey:
            return "the COSE key is the certified key"
        case .launchCategory:
            return launchCategoryDetail
        case .bundleVersion:
            return bundleVersionDetail
        }
    }
}
