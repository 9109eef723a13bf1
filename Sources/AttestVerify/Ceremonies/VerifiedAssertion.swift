public import AttestCore

/// The proof that a registered key signed a fresh request, and what a handler needs to know about it.
public struct VerifiedAssertion: Sendable, Hashable {
    /// The account that the key belongs to.
    public let account: String
    /// The key.
    public let keyID: KeyID
    /// The app that signed.
    public let appID: AppID
    /// The environment of the key.
    public let environment: AttestEnvironment
    /// The counter of the assertion, which is now used.
    public let counter: UInt32
    /// How the running app was signed and launched; nil where the device does not vouch for it, as before iOS 27 and macOS 27.
    public let launchCategory: LaunchCategory?
    /// The running app's bundle version; nil where the device does not vouch for it, as before iOS 27.
    public let bundleVersion: String?
    /// What the risk policy says: to allow the key or to flag it; one that it refuses has no proof.
    public let risk: RiskDecision
}
