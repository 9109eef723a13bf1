import AttestVerify

/// The part of a server that this package is for: two routes, and who may call them.
struct Server {
    private let verifier: AttestVerifier

    init(appID: String, trusting anchors: TrustAnchors, store: any AttestStore) throws {
        let app = try AppPolicy(
            appID: appID, environments: [.production], launch: .allowing([.appStore, .testFlight], whenAbsent: .allow))
        verifier = try AttestVerifier(apps: [app], anchors: anchors, challenges: ChallengeIssuer(), store: store)
    }

    func attestationChallenge(session: String) throws -> String {
        try verifier.issueChallenge(for: .attestation, boundTo: .session(session))
    }

    func assertionChallenge(keyID: String) throws -> String {
        try verifier.issueChallenge(for: .assertion, boundTo: .key(KeyID(base64: keyID)))
    }

    func register(_ object: [UInt8], keyID: String, challenge: String, session: String) async throws -> KeyRecord {
        try await verifier.verifyAttestation(
            AttestationRequest(
                attestation: object, keyID: keyID, challenge: challenge, boundTo: .session(session), account: session))
    }

    func handle(
        _ method: String, _ path: String, headers: [String: String], body: [UInt8], session: String
    ) async throws -> VerifiedAssertion {
        try await verifier.verifyAssertion(
            AssertionRequest(
                headers: AssertionHeaders { headers[$0] }, method: method, path: path, body: body, boundTo: .key,
                account: session))
    }
}
