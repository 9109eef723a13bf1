/// An attestation object, read but not yet judged: what `attestKey` returned on the device.
///
/// Nothing in it is proven before an ``AttestationValidator`` has accepted it.
/// Source: Apple, "Validating apps that connect to your server"; WebAuthn, section 6.5.4.
public struct AttestationObject: Sendable {
    /// The attestation statement format; `apple-appattest` for App Attest.
    public let format: String

    /// The authenticator data.
    public let authenticatorData: AuthenticatorData

    /// The key that the attestation is about, as the device describes it.
    public let attestedCredential: AttestedCredentialData

    /// The receipt, a CMS message to exchange for a risk metric; nil when the device sent none.
    public let receipt: [UInt8]?

    /// The certificates of x5c: the leaf first, then its issuers.
    package let chain: CertificateChain

    /// Names of members that App Attest does not define, which prove nothing and are ignored.
    ///
    /// iOS 18.5 to 26 sends `cdHash` here for apps with the App Attest Opt-In entitlement.
    public let otherMembers: [String]

    /// Names of members of the attestation statement that App Attest does not define.
    package let otherStatementMembers: [String]

    /// The system that made the key, as the leaf describes it: nothing of that is proven.
    package var operatingSystem: OperatingSystem? { CredentialCertificate(chain.leaf).operatingSystem }

    /// The format that App Attest uses.
    static let appAttestFormat = "apple-appattest"

    /// Reads an attestation object.
    ///
    /// - Parameter bytes: The CBOR, decoded from the base64 that clients usually send.
    /// - Throws: `limitExceeded`, `malformedCBOR`, `malformedAttestationObject`,
    ///   `malformedAuthenticatorData`, `malformedCOSEKey`, `malformedExtensions` or `malformedCertificate`.
    public init(decoding bytes: some Collection<UInt8>) throws(AttestError) {
        let object = try ObjectMembers(
            decoding: bytes, limit: AttestLimits.attestationObjectBytes, reportingAs: .malformedAttestationObject)
        format = try object.text("fmt", limit: AttestLimits.formatBytes).description
        let statement = try object.map("attStmt")
        let authData = try object.bytes("authData")

        chain = try CertificateChain(x5c: try statement.arrayOfBytes("x5c"))
        receipt = try statement.optionalBytes("receipt", limit: AttestLimits.receiptBytes).map { Array($0) }
        (authenticatorData, attestedCredential) = try AuthenticatorData.decodeAttestation(authData)
        otherMembers = object.names(besides: ["fmt", "attStmt", "authData"])
        otherStatementMembers = statement.names(besides: receipt == nil ? ["x5c"] : ["x5c", "receipt"])
    }
}
