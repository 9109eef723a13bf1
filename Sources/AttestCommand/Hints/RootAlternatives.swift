internal import AttestCore

/// Objects of a virtual device that are judged by Apple's root, and genuine ones that are not.
enum RootAlternatives {
    private static let appleRoot = "Apple App Attestation Root CA"

    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        guard attempt.fails(with: .chainUntrusted, .certificateSignatureInvalid) else { return nil }
        var trial = attempt
        trial.anchors = .apple
        if !trial.fails(with: .chainUntrusted, .certificateSignatureInvalid) {
            attempt = trial
            return .mended("the object leads to Apple's root: leave out --root")
        }
        guard let name = attempt.object.chain.issuers.last?.issuerCommonName, name != appleRoot else { return nil }
        return .named(
            "the object names the root \(name), which is not Apple's: if it is of a virtual device, give its root "
                + "with --root (the file of 'attest device --authority', or TestAuthority.root)")
    }
}
