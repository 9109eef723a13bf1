/// Whether an app's keys must prove a Mac in full security mode (Apple's step 4 for macOS).
public enum PlatformPolicy: Sendable, Hashable {
    /// The proof is required unless the certificate names another platform that is known here.
    ///
    /// So a certificate with a new platform, or without a readable one, counts as a Mac's. Certificates of iOS 17 and earlier
    /// name none, and count as an iPhone's by their version.
    case asCertified
    /// The proof is required of every key: the app runs on macOS only.
    case macOS
    /// The app does not run on macOS: the proof is required only of keys whose certificate says macOS.
    ///
    /// It accepts platforms that this package does not know yet, and a certificate in which Apple has changed how the platform
    /// is written.
    case notMacOS
}
