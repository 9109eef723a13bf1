public import AttestCore

/// Something that is wrong with an assertion, so that it is refused under one exact code.
public enum AssertionFlaw: String, Sendable, CaseIterable {
    /// A member that makes the assertion larger than 8 KiB.
    case oversizedMember
    /// A byte after the object.
    case trailingByte
    /// No signature.
    case missingSignature
    /// Authenticator data that end inside the counter.
    case truncatedAuthData
    /// Extensions that are not a map.
    case extensionsNotAMap
    /// A signature that is not DER.
    case malformedSignature
    /// The signature of another key.
    case otherKey
    /// A signature for which the nonce was not hashed once more.
    case hashedOnce
    /// The RP ID hash of another app.
    case otherApp
    /// The counter 0, which any server has seen.
    case replayedCounter
    /// The launch category 0, which stands for invalid.
    case invalidLaunchCategory
    /// No launch category.
    case missingLaunchCategory
    /// The bundle version 0.
    case zeroBundleVersion
    /// No bundle version.
    case missingBundleVersion

    /// The code under which the assertion is refused.
    ///
    /// The last four depend on the policy: one that allows any category or version accepts them.
    public var code: AttestError.Code {
        switch self {
        case .oversizedMember: .objectTooLarge
        case .trailingByte: .malformedCBOR
        case .missingSignature: .malformedAssertionObject
        case .truncatedAuthData: .malformedAuthenticatorData
        case .extensionsNotAMap: .malformedExtensions
        case .malformedSignature: .malformedSignature
        case .otherKey, .hashedOnce: .signatureInvalid
        case .otherApp: .appIDMismatch
        case .replayedCounter: .counterNotIncreased
        case .invalidLaunchCategory: .launchCategoryForbidden
        case .missingLaunchCategory: .launchCategoryMissing
        case .zeroBundleVersion: .bundleVersionForbidden
        case .missingBundleVersion: .bundleVersionMissing
        }
    }
}
