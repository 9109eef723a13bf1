import AttestTesting
import AttestVerify

/// The listings of "Testing your server".
public func testServer() async throws {
    let authority = try TestAuthority()
    let device = VirtualDevice(
        profile: try DeviceProfile(.iOS27, appID: "A1B2C3D4E5.com.example.app", environment: .production),
        authority: authority)
    let app = try AppPolicy(
        appID: "A1B2C3D4E5.com.example.app", environments: [.production],
        launch: .allowing([.appStore, .testFlight], whenAbsent: .refuse))
    let verifier = try AttestVerifier(
        apps: [app], anchors: authority.anchors, challenges: ChallengeIssuer(), store: InMemoryStore())

    for flaw in [nil] + AttestationFlaw.allCases {
        let keyID = try device.generateKey()
        let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .session("session"))
        let object = try device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8), flaw: flaw)
        let request = AttestationRequest(
            attestation: object, keyID: keyID.base64, challenge: challenge, boundTo: .session("session"),
            account: "alice")
        do {
            _ = try await verifier.verifyAttestation(request)
            precondition(flaw == nil || flaw?.code.category == .policy, "\(flaw?.rawValue ?? "") was accepted")
        } catch let error as AttestError {
            precondition(error.code == flaw?.code, "refused under \(error.code.rawValue)")
        }
    }
}

public func testStore(_ makeStore: @Sendable () async throws -> any AttestStore) async throws {
    for check in StoreConformance.checks {
        try await check.run { try await makeStore() }
    }
}
