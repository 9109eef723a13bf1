import AttestVerify

/// The part of a server that this package is for: two routes, and who may call them.
struct Server {
    private let verifier: AttestVerifier

    init(appID: String, trusting anchors: TrustAnchors, store: any AttestStore) throws {
        let app = try AppPolicy(
            appID: appID, environments: [.production], launch: .allowing([.appStore, .testFlight], whenAbsent: .allow))
        verifier = try AttestVerifier(apps: [app], anchors: anchors, challenges: ChallengeIssuer(), store: store)
    }

    func challenge(for purpose: ChallengePurpose, session: String) throws -> String {
        try verifier.issueChallenge(for: purpose, boundTo: session)
    }

    func register(_ object: [UInt8], keyID: String, challenge: String, session: String) async throws -> KeyRecord {
        try await verifier.verifyAttestation(
            AttestationRequest(
                attestation: object, keyID: keyID, challenge: challenge, boundTo: session, account: session))
    }

    func handle(
        _ method: String, _ path: String, headers: [String: String], body: [UInt8], session: String
    ) async throws -> VerifiedAssertion {
        try await verifier.verifyAssertion(
            AssertionRequest(
                headers: AssertionHeaders { headers[$0] }, method: method, path: path, body: body, boundTo: session,
                account: session))
    }
}
