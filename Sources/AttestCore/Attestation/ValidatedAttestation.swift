/// The proof that Apple certified a key for one of the given apps; only ``AttestationValidator`` makes it.
///
/// Store the key ID, the public key, the environment and the receipt with the account, and the counter 0. Refuse a key
/// that is registered already.
public struct ValidatedAttestation: Sendable {
    /// The app that the key was made in.
    public let appID: AppID
    /// The environment of the key; keys are never valid across environments.
    public let environment: AttestEnvironment
    /// The key's identifier.
    public let keyID: KeyID
    /// The key that verifies this device's assertions.
    public let publicKey: P256PublicKey
    /// The receipt, unread; nil when the device sent none.
    public let receipt: [UInt8]?
    /// How the app was signed and launched; nil where the device does not vouch for it, as before iOS 27 and macOS 27.
    public let launchCategory: LaunchCategory?
    /// The app's bundle version; nil where the device does not vouch for it, as before iOS 27.
    public let bundleVersion: String?
    /// The hash of the app's code directory; not documented by Apple.
    public let codeDirectoryHash: CodeDirectoryHash?
    /// The operating system that made the key; not documented by Apple.
    public let operatingSystem: OperatingSystem?

    /// The version of the operating system, such as `27.0`; not documented by Apple.
    public var osVersion: String? { operatingSystem?.version }
}
