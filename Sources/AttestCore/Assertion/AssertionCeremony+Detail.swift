extension AssertionCeremony {
    func detail(of step: AssertionStep) -> String {
        let data = object.authenticatorData
        switch step {
        case .clientDataHash:
            return "\(data.bytes.count) bytes of authenticator data, \(clientDataHash.bytes.count) of client data hash"
        case .nonce:
            return "SHA-256 of both"
        case .signature:
            return "the registered key has signed the nonce"
        case .appID:
            return app?.appID.text ?? ""
        case .counter:
            return "\(data.counter), last accepted \(lastCounter)"
        case .challenge:
            return "the caller's to check: only the hash of the client data is known here"
        case .launchCategory:
            return app == nil ? noPolicyDetail : data.extensions?.launchCategory?.description ?? "not reported"
        case .bundleVersion:
            return app == nil ? noPolicyDetail : data.extensions?.bundleVersion ?? "not reported"
        }
    }
}
