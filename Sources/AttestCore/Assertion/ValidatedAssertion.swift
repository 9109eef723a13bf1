/// The proof that a registered key has signed some client data; only ``AssertionValidator`` makes it.
public struct ValidatedAssertion: Sendable {
    /// The app that made the assertion.
    public let appID: AppID
    /// The counter to store as the last accepted one.
    public let counter: UInt32
    /// How the running app was signed and launched; nil where the device does not vouch for it, as before iOS 27 and macOS 27.
    public let launchCategory: LaunchCategory?
    /// The running app's bundle version; nil where the device does not vouch for it, as before iOS 27.
    public let bundleVersion: String?
    /// The hash of the running app's code directory; not documented by Apple.
    public let codeDirectoryHash: CodeDirectoryHash?
}
