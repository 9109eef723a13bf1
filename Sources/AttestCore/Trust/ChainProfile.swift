/// The two chains that Apple issues here, which differ in the keys of their issuers.
enum ChainProfile {
    /// A credential certificate and its issuers, which all have P-384 keys.
    case attestation
    /// A receipt's signer and its issuers: the intermediate of today has a P-256 key, the root a P-384 one.
    case receipt

    func allows(issuerKey: SubjectPublicKey) -> Bool {
        switch issuerKey {
        case .p384: true
        case .p256: self == .receipt
        case .other: false
        }
    }

    /// The curves, for people.
    var issuerCurves: String {
        switch self {
        case .attestation: "P-384"
        case .receipt: "P-256 or P-384"
        }
    }
}
