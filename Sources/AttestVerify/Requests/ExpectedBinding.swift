internal import AttestCore

/// What the challenge of a request must have been issued for, as the server knows it.
///
/// It is the request's side of ``ChallengeBinding``. A key is not named again: it is the one that the request names, so that a
/// request for one key never comes with a challenge for another.
public enum ExpectedBinding: Sendable, Hashable {
    /// The challenge was issued for anyone.
    case nothing
    /// The challenge was issued for this session.
    case session(String)
    /// The challenge was issued for this account.
    case account(String)
    /// The challenge was issued for the key whose ID the request names.
    ///
    /// A key ID that cannot be read is refused with `malformedKeyID`. That leaves the challenge unused, because nothing shows
    /// that it is one of this server's.
    case key

    /// What the challenge must be bound to in a request with a key ID.
    ///
    /// - Throws: `malformedKeyID` where the key ID matters and cannot be read.
    func binding(keyID: String) throws(AttestError) -> ChallengeBinding {
        switch self {
        case .nothing: .nothing
        case .session(let session): .session(session)
        case .account(let account): .account(account)
        case .key: .key(try KeyID(base64: keyID))
        }
    }
}
