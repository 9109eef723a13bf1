import AttestTesting
import AttestVerify
import ClientListing
import Foundation
import Hummingbird2Listing
import ServerListings
import StubApple
import Vapor4Listing
import Vapor5Listing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Plays the app's listing against the middleware of each framework's; ends with 1 when one does not do what it should.
@main
enum Integrations {
    typealias Play =
        @Sendable (AttestVerifier, String, String, [(String, String)], [UInt8]) async throws -> (
            status: Int, body: String
        )

    static func main() async throws {
        let frameworks: [(name: String, play: Play)] = [
            ("Vapor 4", { try await Vapor4Listing.play($0, method: $1, path: $2, headers: $3, body: $4) }),
            ("Vapor 5", { try await Vapor5Listing.play($0, method: $1, path: $2, headers: $3, body: $4) }),
            ("Hummingbird 2", { try await Hummingbird2Listing.play($0, method: $1, path: $2, headers: $3, body: $4) }),
        ]
        let authority = try TestAuthority()
        let appID = "A1B2C3D4E5.com.example.app"
        let device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: appID, environment: .production), authority: authority)
        var failures = 0
        var passes = 0
        for framework in frameworks {
            let verifier = try AttestVerifier(
                apps: [AppPolicy(appID: appID, environments: [.production], launch: .any)], anchors: authority.anchors,
                challenges: ChallengeIssuer(), store: InMemoryStore())
            let outcomes = try await DCAppAttestService.$device.withValue(device) {
                try await Self.outcomes(of: framework.play, Server(verifier))
            }
            for outcome in outcomes where outcome.actual != outcome.expected {
                failures += 1
                print("FAIL \(framework.name), \(outcome.name): \(outcome.actual), and not \(outcome.expected)")
            }
            passes += outcomes.filter { $0.actual == $0.expected }.count
        }
        try await testServer()
        try await testStore { InMemoryStore() }
        print("integrations: \(passes) passed, \(failures) failed")
        exit(failures == 0 ? 0 : 1)
    }

    /// What comes of a signed request, and of others that are not as they should be.
    static func outcomes(
        of play: Play, _ server: Server
    ) async throws -> [(name: String, actual: String, expected: String)] {
        let verifier = server.verifier
        let keyID = try await DCAppAttestService.shared.generateKey()
        let challenge = try server.attestationChallenge(sessionID: "session")
        let attestation = try await attest(keyID, challenge: challenge)
        try await server.register(
            keyID: keyID, attestation: attestation, challenge: challenge, sessionID: "session", account: "alice")

        func send(
            keyID: String, path: String = "/payments?to=b%20c", body: String = "{\"amount\": 7}",
            replaced: String? = nil,
            without missing: String? = nil
        ) async throws -> String {
            var request = URLRequest(url: URL(string: "https://example.com\(path)")!)
            request.httpMethod = "POST"
            request.httpBody = Data(body.utf8)
            try await request.sign(with: keyID, challenge: server.assertionChallenge(keyID: keyID))
            let headers = (request.allHTTPHeaderFields ?? [:]).filter { $0.key != missing }.map { ($0.key, $0.value) }
            let answer = try await play(verifier, "POST", path, headers, Array((replaced ?? body).utf8))
            return "\(answer.status) \(answer.body)"
        }
        let stranger = try await DCAppAttestService.shared.generateKey()
        return [
            ("a signed request", try await send(keyID: keyID), "200 alice: {\"amount\": 7}"),
            ("without a body", try await send(keyID: keyID, body: ""), "200 alice: "),
            ("the root", try await send(keyID: keyID, path: "/"), "200 alice: {\"amount\": 7}"),
            ("another body", try await send(keyID: keyID, replaced: "{}"), "403 {\"error\":\"refused\"}"),
            ("another key", try await send(keyID: stranger), "403 {\"error\":\"unknown_key\"}"),
            (
                "no headers", try await send(keyID: keyID, without: "X-Apple-App-Attest-Assertion"),
                "422 {\"error\":\"malformed\"}"
            ),
            (
                "a large body", try await send(keyID: keyID, body: String(repeating: "x", count: 65_537)), "413 "
            ),
        ]
    }
}
