/// An assertion, read but not yet judged: what `generateAssertion` returned on the device.
///
/// Nothing in it is proven before an ``AssertionValidator`` has accepted it.
/// Source: Apple, "Validating apps that connect to your server".
public struct AssertionObject: Sendable {
    /// The authenticator data.
    public let authenticatorData: AuthenticatorData

    /// The signature, in DER.
    let signature: ECDSASignature

    /// The length of the signature, in bytes.
    package var signatureByteCount: Int { signature.der.count }

    /// Names of members that App Attest does not define, which prove nothing and are ignored.
    ///
    /// iOS 18.5 to 26 sends `cdHash` here for apps with the App Attest Opt-In entitlement.
    public let otherMembers: [String]

    /// Reads an assertion.
    ///
    /// - Parameter bytes: The CBOR, decoded from the base64 that clients usually send.
    /// - Throws: `objectTooLarge`, `malformedCBOR`, `malformedAssertionObject`, `malformedAuthenticatorData`,
    ///   `malformedExtensions` or `malformedSignature`.
    public init(decoding bytes: some Collection<UInt8>) throws(AttestError) {
        let object = try ObjectMembers(
            decoding: bytes, limit: AttestLimits.assertionObjectBytes, reportingAs: .malformedAssertionObject)
        signature = try ECDSASignature(der: try object.bytes("signature"))
        authenticatorData = try AuthenticatorData.decodeAssertion(try object.bytes("authenticatorData"))
        otherMembers = object.names(besides: ["signature", "authenticatorData"])
    }
}
