/// The flags of authenticator data (WebAuthn, section 6.1).
///
/// App Attest devices set none but AT and ED.
public struct AuthenticatorFlags: OptionSet, Sendable, Hashable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: the user is present.
    public static let userPresent = AuthenticatorFlags(rawValue: 0x01)
    /// UV: the user is verified.
    public static let userVerified = AuthenticatorFlags(rawValue: 0x04)
    /// BE: the credential may be backed up.
    public static let backupEligible = AuthenticatorFlags(rawValue: 0x08)
    /// BS: the credential is backed up.
    public static let backedUp = AuthenticatorFlags(rawValue: 0x10)
    /// AT: attested credential data are announced.
    public static let attestedCredential = AuthenticatorFlags(rawValue: 0x40)
    /// ED: extensions are announced.
    public static let extensions = AuthenticatorFlags(rawValue: 0x80)
}
