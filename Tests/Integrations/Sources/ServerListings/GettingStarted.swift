import AttestSQLite
import AttestVerify

/// The server of the article "Getting started", but for the root that it trusts and its store.
public struct Server: Sendable {
    public let verifier: AttestVerifier

    public init(secret: [UInt8]) throws {
        let app = try AppPolicy(
            appID: "A1B2C3D4E5.com.example.app",
            environments: [.production],
            launch: .allowing([.appStore, .testFlight], whenAbsent: .allow))
        verifier = try AttestVerifier(
            apps: [app],
            challenges: try ChallengeIssuer(secret: try ChallengeSecret(bytes: secret)),
            store: try SQLiteStore(path: "/var/lib/example/attest.sqlite"))
    }

    /// For tests.
    public init(_ verifier: AttestVerifier) { self.verifier = verifier }

    // GET /challenge/attestation
    public func attestationChallenge(sessionID: String) throws -> String {
        try verifier.issueChallenge(for: .attestation, boundTo: .session(sessionID))
    }

    // GET /challenge/assertion?key=…
    public func assertionChallenge(keyID: String) throws -> String {
        try verifier.issueChallenge(for: .assertion, boundTo: .key(KeyID(base64: keyID)))
    }

    // POST /keys
    public func register(
        keyID: String, attestation: String, challenge: String, sessionID: String, account: String
    ) async throws {
        _ = try await verifier.verifyAttestation(
            AttestationRequest(
                attestation: attestation, keyID: keyID, challenge: challenge, boundTo: .session(sessionID),
                account: account))
    }
}
