internal import AttestCore

/// One test vector: an object, what to verify it against, and what must come of it.
///
/// Unknown fields are ignored.
struct Vector: Decodable {
    enum Kind: String, Decodable {
        case attestation, assertion, receipt
    }

    struct Launch: Decodable {
        enum Absence: String, Decodable {
            case allow, refuse
        }

        /// Apple's numbers of the allowed launch categories.
        let allow: [UInt32]
        let whenAbsent: Absence
    }

    enum Environment: String, Decodable {
        case production, development, any
    }

    enum Platform: String, Decodable {
        case macOS, notMacOS

        var policy: PlatformPolicy { self == .macOS ? .macOS : .notMacOS }
    }

    let id: String
    let kind: Kind
    let appId: String?
    let environment: Environment?
    let keyId: String?
    /// Base64 of the bytes that were attested or signed over.
    let clientDataHash: String?
    /// Base64 of the CBOR object, or of the receipt.
    let object: String?
    /// Base64 of the X9.63 point: what verifies an assertion, what an attestation must prove, or what a receipt is about.
    let publicKey: String?
    let previousCounter: UInt32?
    let counter: UInt32?
    /// An ISO 8601 time.
    let validAt: String?
    /// Base64 of DER roots in place of Apple's.
    let anchors: [String]?
    let launch: Launch?
    let platform: Platform?
    /// The type of a receipt and what it must say; times as ISO 8601 text.
    let type: String?
    let riskMetric: UInt32?
    let creationTime: String?
    let notBefore: String?
    let expirationTime: String?
    /// `valid` when absent; `invalid` for any refusal; or one exact error code.
    let expect: String?
}
