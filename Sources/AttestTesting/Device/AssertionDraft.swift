package import AttestCore

/// An assertion before it is signed: every field can be set, also to what a verifier must refuse.
package struct AssertionDraft: Sendable {
    package var authenticatorData: AuthenticatorDataDraft
    package var key: SigningKey
    /// Unsigned members of the object, such as cdHash, with their values encoded; they come first.
    package var otherMembers: [(String, [UInt8])]

    /// Changes the authenticator data before they are hashed.
    package var editAuthenticatorData: @Sendable (inout [UInt8]) -> Void = { _ in }
    /// Makes the signed message from authenticator data and client data hash: their hash, which ECDSA hashes once more.
    package var message: @Sendable (_ composite: [UInt8]) throws(AttestError) -> [UInt8] = {
        (composite) throws(AttestError) in try sha256(composite)
    }
    /// Changes the signature.
    package var editSignature: @Sendable (inout [UInt8]) -> Void = { _ in }
    /// Changes the object's members, their values encoded, when all of them are there.
    package var editMembers: @Sendable (inout [(String, [UInt8])]) -> Void = { _ in }
    /// Changes the bytes of the object at the very end.
    package var editObject: @Sendable (inout [UInt8]) -> Void = { _ in }

    /// Signs the draft over a client data hash, and writes the assertion.
    package func assembled(clientDataHash: ClientDataHash) throws(AttestError) -> [UInt8] {
        var authData = authenticatorData.encoded
        editAuthenticatorData(&authData)
        var signature = try key.signature(over: try message(authData + clientDataHash.bytes), digest: .sha256)
        editSignature(&signature)

        var members = otherMembers
        members.append(("signature", CBORValue.bytes(signature[...]).encoded))
        members.append(("authenticatorData", CBORValue.bytes(authData[...]).encoded))
        editMembers(&members)
        var object = CBORValue.encodedMap(members)
        editObject(&object)
        return object
    }
}
