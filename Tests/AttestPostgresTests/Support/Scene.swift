import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// A server with a device whose keys are registered in a store.
struct Scene {
    static let appID = "A1B2C3D4E5.com.example.app"

    let verifier: AttestVerifier
    let device: VirtualDevice
    let keyIDs: [KeyID]

    init(_ store: any AttestStore, secret: ChallengeSecret = .random(), keys: Int = 1) async throws {
        let authority = try TestAuthority()
        device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: Self.appID, environment: .production), authority: authority)
        verifier = try Self.verifier(store, secret, anchors: authority.anchors)
        var keyIDs: [KeyID] = []
        for _ in 0..<keys {
            let keyID = try device.generateKey()
            let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)
            let object = try device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
            _ = try await verifier.verifyAttestation(
                AttestationRequest(
                    attestation: Data(object).base64EncodedString(), keyID: keyID.base64, challenge: challenge,
                    boundTo: .nothing, account: "account"))
            keyIDs.append(keyID)
        }
        self.keyIDs = keyIDs
    }

    static func verifier(
        _ store: any AttestStore, _ secret: ChallengeSecret, anchors: TrustAnchors = .apple
    ) throws -> AttestVerifier {
        try AttestVerifier(
            apps: [try AppPolicy(appID: appID, environments: [.production], launch: .any)], anchors: anchors,
            challenges: ChallengeIssuer(secret: secret), store: store)
    }

    /// What an app sends, as text.
    struct Signed: Codable {
        let keyID: String
        let challenge: String
        let assertion: String

        var request: AssertionRequest {
            AssertionRequest(
                assertion: assertion, keyID: keyID, challenge: challenge, boundTo: .nothing,
                clientData: Array(challenge.utf8), account: "account")
        }
    }

    /// The next request of a key.
    func signed(key: Int = 0) throws -> Signed {
        let challenge = try verifier.issueChallenge(for: .assertion, boundTo: .nothing)
        let object = try device.assert(keyIDs[key], clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
        return Signed(
            keyID: keyIDs[key].base64, challenge: challenge, assertion: Data(object).base64EncodedString())
    }

    func request() throws -> AssertionRequest { try signed().request }
}
