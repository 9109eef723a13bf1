extension AssertionCeremony {
    func detail(of step: AssertionStep) -> String {
        switch step {
        case .clientDataHash:
            return
                "\(authenticatorData.bytes.count) bytes of authenticator data, \(clientDataHash.bytes.count) of client data hash"
        case .nonce:
            return "SHA-256 of both"
        case .signature:
            return "the registered key has signed the nonce"
        case .appID:
            return app?.appID.text ?? ""
        case .counter:
            return "\(authenticatorData.counter), last accepted \(lastCounter)"
        case .challenge:
            return "the caller's to check: only the hash of the client data is known here"
        case .launchCategory:
            return launchCategoryDetail
        case .bundleVersion:
            return bundleVersionDetail
        }
    }
}
