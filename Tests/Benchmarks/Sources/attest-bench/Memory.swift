import AttestCore
import AttestVerify
import Foundation

/// What one key and one used challenge take up in a store in memory.
enum Memory {
    static func perKeyAndChallenge(_ count: Int = 50_000) async throws -> String {
        let store = InMemoryStore()
        let appID = try AppID(Ceremony.appID)
        let keys = try await Allocations.count {
            for number in 0..<count {
                let keyID = try ClientDataHash(sha256Of: "\(number)".utf8).bytes
                let account = UUID().uuidString
                _ = await store.register(
                    KeyRecord(
                        keyID: try KeyID(bytes: keyID), publicKey: try P256PublicKey(x963: [0x04] + keyID + keyID),
                        account: account, appID: appID, environment: .production, receipt: nil, launchCategory: nil,
                        bundleVersion: nil, counter: .initial, created: Date(), lastUsed: nil))
            }
        }
        let issuer = try ChallengeIssuer()
        let verifier = try AttestVerifier(
            apps: [AppPolicy(appID: Ceremony.appID, environments: [.production], launch: .any)], challenges: issuer,
            store: store)
        let challenges = try await Allocations.count {
            for _ in 0..<count {
                // An object that cannot be read: the challenge is used up before.
                let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)
                _ = try? await verifier.verifyAttestation(
                    AttestationRequest(attestation: "", keyID: "", challenge: challenge, boundTo: .nothing, account: "")
                )
            }
        }
        guard let keys, let challenges else { return "Allocations cannot be counted here." }
        return """
            In memory, of \(count): a stored key without its receipt \(keys.bytes / count) bytes, \
            a used challenge \(challenges.bytes / count) bytes.
            """
    }
}
