package import AttestCore

/// An attestation before it is certified: every field can be set, also to what a verifier must refuse.
package struct AttestationDraft: Sendable {
    package var authenticatorData: AuthenticatorDataDraft
    package var leaf: CertificateTemplate
    /// The key that certifies the leaf, and with which digest.
    package var issuerKey: SigningKey
    package var digest = SigningKey.Digest.sha256
    /// The certificates behind the leaf.
    package var issuers: [[UInt8]]
    package var format = "apple-appattest"
    /// Unsigned members of the object, such as cdHash, with their values encoded.
    package var otherMembers: [(String, [UInt8])]
    /// Makes the receipt from the leaf; nil leaves it out.
    package var receipt: (@Sendable (_ leaf: [UInt8]) throws(AttestError) -> [UInt8])?

    /// Changes the authenticator data before they are hashed.
    package var editAuthenticatorData: @Sendable (inout [UInt8]) -> Void = { _ in }
    /// Makes the value of the nonce extension from the nonce; nil leaves the extension out.
    package var nonceExtension: (@Sendable (_ nonce: [UInt8]) -> [UInt8])? = LeafTemplate.nonceExtension
    /// Changes the certificates after they are signed.
    package var editChain: @Sendable (inout [[UInt8]]) -> Void = { _ in }
    /// Changes the object's members, their values encoded, when all of them are there.
    package var editMembers: @Sendable (inout [(String, [UInt8])]) -> Void = { _ in }
    /// Changes the bytes of the object at the very end.
    package var editObject: @Sendable (inout [UInt8]) -> Void = { _ in }

    /// Certifies the draft for a client data hash, and writes the attestation object.
    package func assembled(clientDataHash: ClientDataHash) throws(AttestError) -> [UInt8] {
        var authData = authenticatorData.encoded
        editAuthenticatorData(&authData)

        var leaf = leaf
        let nonce = try sha256(authData + clientDataHash.bytes)
        leaf[id: LeafTemplate.nonceID] = nonceExtension.map { .init(LeafTemplate.nonceID, $0(nonce)) }
        let certifiedLeaf = try leaf.signed(by: issuerKey, digest: digest)
        var chain = [certifiedLeaf] + issuers
        editChain(&chain)

        var statement = [("x5c", CBORValue.array(chain.map { .bytes($0[...]) }).encoded)]
        if let receipt {
            statement.append(("receipt", CBORValue.bytes(try receipt(certifiedLeaf)[...]).encoded))
        }
        var members = [("fmt", CBORValue.text(CBORText(format)).encoded)]
        members += otherMembers
        members.append(("attStmt", CBORValue.encodedMap(statement)))
        members.append(("authData", CBORValue.bytes(authData[...]).encoded))
        editMembers(&members)
        var object = CBORValue.encodedMap(members)
        editObject(&object)
        return object
    }
}
