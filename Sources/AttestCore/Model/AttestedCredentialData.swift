/// The certified key inside an attestation's authenticator data (WebAuthn, section 6.5.1).
public struct AttestedCredentialData: Sendable {
    let aaguidBytes: ArraySlice<UInt8>
    let credentialIDBytes: ArraySlice<UInt8>

    /// The public key in COSE form, read as a point.
    public let publicKey: P256PublicKey

    /// The AAGUID, which names the environment: 16 bytes.
    public var aaguid: [UInt8] { Array(aaguidBytes) }

    /// The credential ID, which equals the key ID: 32 bytes.
    public var credentialID: [UInt8] { Array(credentialIDBytes) }

    /// Reads the data at the start of the bytes, and gives back what follows them.
    static func decodePrefix(
        of bytes: ArraySlice<UInt8>
    ) throws(AttestError) -> (credential: AttestedCredentialData, rest: ArraySlice<UInt8>) {
        let aaguid = bytes.prefix(16)
        let length = bytes.dropFirst(16).prefix(2)
        let credentialID = bytes.dropFirst(18).prefix(32)
        let key = bytes.dropFirst(50)
        guard !key.isEmpty else {
            throw AttestError(.malformedAuthenticatorData, "cut off inside the attested credential data")
        }
        guard length.elementsEqual([0, 32]) else {
            throw AttestError(.malformedAuthenticatorData, "a credential ID length other than 32")
        }
        let (value, rest) = try CBORDecoder.decodePrefix(of: key)
        return (
            AttestedCredentialData(
                aaguidBytes: aaguid, credentialIDBytes: credentialID, publicKey: try COSEKey.decode(value)),
            rest
        )
    }
}
