public import AttestCore

/// How the receipt in an attestation is handled.
///
/// The receipt is no part of Apple's eleven steps. It is what a server sends to Apple, later, to learn how many keys the device
/// has attested. A fresh one also proves which client data hash the app passed, so require it where a launch or version policy
/// must hold against apps that write extensions of their own: see <doc:ThreatModel>.
public struct ReceiptPolicy: Sendable {
    private let rule: (anchors: ReceiptAnchors, maximumAge: Duration)?

    private init(_ rule: (anchors: ReceiptAnchors, maximumAge: Duration)?) {
        self.rule = rule
    }

    /// The receipt is stored as it came, or may be missing: for servers that never ask for the risk metric.
    public static let storedUnread = ReceiptPolicy(nil)

    /// The receipt must be there, be Apple's, be about this attestation and at most five minutes old, as Apple asks for.
    public static let requiredFresh = requiredFresh(anchors: .apple, maximumAge: .seconds(300))

    /// The receipt must be there, be signed under other roots or of another age, and be about this attestation.
    ///
    /// - Parameters:
    ///   - anchors: The roots to trust: Apple's, except in tests.
    ///   - maximumAge: How old it may be when it arrives.
    /// - Returns: The policy.
    public static func requiredFresh(anchors: ReceiptAnchors, maximumAge: Duration) -> ReceiptPolicy {
        ReceiptPolicy((anchors, maximumAge))
    }

    /// What judges receipts; nil when they are stored unread.
    func validator() throws(AttestError) -> ReceiptValidator? {
        try rule.map { (rule) throws(AttestError) in
            try ReceiptValidator(anchors: rule.anchors, maximumAge: rule.maximumAge)
        }
    }
}
