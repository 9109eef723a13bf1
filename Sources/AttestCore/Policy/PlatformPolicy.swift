/// Whether an app's keys must prove a Mac in full security mode (Apple's step 4 for macOS).
public enum PlatformPolicy: Sendable, Hashable {
    /// The proof is required of keys whose certificate says macOS, and of no others.
    case asCertified
    /// The proof is required of every key: the app runs on macOS only.
    case macOS
}
