public import AttestCore

/// What a challenge is issued for; it comes back for the same, or is refused.
///
/// Kinds are never mistaken for each other: a challenge for `.session("x")` is not one for `.account("x")`. Texts are compared
/// byte by byte.
///
/// Bind the challenge of an attestation to the session, as there is no registered key yet, and that of an assertion to the
/// key that will sign.
public enum ChallengeBinding: Sendable, Hashable {
    /// Anyone may use the challenge.
    case nothing
    /// Whoever has this session, by an identifier that the server knows.
    case session(String)
    /// Whoever is signed in to this account.
    case account(String)
    /// Whoever sends this key ID.
    ///
    /// A key ID that was damaged on its way, as in a query string, is no `KeyID`: reading it fails with `malformedKeyID`
    /// before a challenge is issued that would never fit.
    case key(KeyID)
}
