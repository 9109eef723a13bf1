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

    // GET /challenge?purpose=…&key=…
    public func challenge(for purpose: ChallengePurpose, keyID: String) throws -> String {
        try verifier.issueChallenge(for: purpose, boundTo: keyID)
    }

    // POST /keys
    public func register(keyID: String, attestation: String, challenge: String, account: String) async throws {
        _ = try await verifier.verifyAttestation(
            AttestationRequest(
                attestation: attestation, keyID: keyID, challenge: challenge, boundTo: keyID, account: account))
    }
}
