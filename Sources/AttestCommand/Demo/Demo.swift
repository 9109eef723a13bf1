internal import AttestCore
internal import AttestSQLite
internal import AttestTesting
internal import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A play in several acts: a device, a server with a store on a file, and a few attacks.
struct Demo {
    /// Something that a client does, and how the server answers.
    struct Act: Sendable {
        let title: String
        /// Why it was refused; nil when it was accepted.
        let refusal: AttestError?
        let detail: String
        let expected: AttestError.Code?

        var isAsExpected: Bool { refusal?.code == expected }

        func lines(_ style: Style) -> [String] {
            guard let refusal else { return ["\(style.good("ok"))       \(title)", "         \(detail)"] }
            return ["\(style.bad("refused"))  \(title)", "         \(refusal)", "         \(refusal.code.explanation)"]
        }
    }

    private static let appID = "A1B2C3D4E5.com.example.bank"

    private let authority: TestAuthority
    private let device: VirtualDevice
    private let file: String
    private var store: SQLiteStore
    private var verifier: AttestVerifier

    /// Plays all acts on a file in a temporary folder, which is removed.
    static func play() async throws -> [Act] {
        let name = "attest-demo-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString)"
        let folder = FileManager.default.temporaryDirectory.appending(path: name).path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var demo = try Demo(file: folder + "/keys.sqlite")
        let acts: Result<[Act], any Error>
        do { acts = .success(try await demo.acts()) } catch { acts = .failure(error) }
        // Or the store would still close in the folder while that is removed.
        await demo.store.close()
        return try acts.get()
    }

    private init(file: String) throws {
        authority = try TestAuthority()
        device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: Self.appID, environment: .production), authority: authority)
        self.file = file
        store = try SQLiteStore(path: file)
        verifier = try Self.server(trusting: authority, store: store)
    }

    /// A server as a real one would be set up, except for the root that it trusts.
    private static func server(trusting authority: TestAuthority, store: SQLiteStore) throws -> AttestVerifier {
        try AttestVerifier(
            apps: [
                try AppPolicy(
                    appID: appID, environments: [.production],
                    launch: .allowing([.appStore, .testFlight], whenAbsent: .allow))
            ],
            anchors: authority.anchors, challenges: try ChallengeIssuer(), store: store)
    }

    private mutating func acts() async throws -> [Act] {
        let keyID = try device.generateKey()
        var acts: [Act] = []

        acts.append(await attest("An app attests a new key", with: device, keyID))
        acts.append(await assert("It signs a request", try request(keyID)))
        try await restart()
        let second = try request(keyID)
        acts.append(await assert("It signs another one, after a restart of the server", second))
        acts.append(await assert("The same request is sent again", second, .challengeSpent))
        acts.append(
            await assert(
                "A counter is used again, with a new challenge", try request(keyID, flaw: .replayedCounter),
                .counterNotIncreased))
        acts.append(
            await assert(
                "The body is altered on the way",
                try request(keyID, body: #"{"amount": 9}"#, signing: #"{"amount": 7}"#),
                .signatureInvalid))

        let other = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: "A1B2C3D4E5.com.example.other", environment: .production),
            authority: authority)
        acts.append(await attest("Another app attests a key", with: other, try other.generateKey(), .appIDMismatch))
        return acts
    }

    private mutating func restart() async throws {
        await store.close()
        store = try SQLiteStore(path: file)
        verifier = try Self.server(trusting: authority, store: store)
    }

    // MARK: What an app sends, and what the server makes of it

    private func attest(
        _ title: String, with device: VirtualDevice, _ keyID: KeyID, _ expected: AttestError.Code? = nil
    ) async -> Act {
        await act(title, expected) {
            let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .session("session"))
            let object = try device.attest(keyID, clientDataHash: try ClientDataHash(sha256Of: challenge.utf8))
            let record = try await verifier.verifyAttestation(
                AttestationRequest(
                    attestation: object, keyID: keyID.base64, challenge: challenge, boundTo: .session("session"),
                    account: "alice"
                ))
            return "key \(record.keyID.base64.prefix(8))… of \(record.account) in \(record.appID), "
                + "\(record.environment.rawValue)"
        }
    }

    private func request(
        _ keyID: KeyID, body: String = "{}", signing signed: String? = nil, flaw: AssertionFlaw? = nil
    ) throws -> AssertionRequest {
        let challenge = try verifier.issueChallenge(for: .assertion, boundTo: .key(keyID))
        let binding = try RequestBinding(
            challenge: challenge, method: "POST", path: "/payments", body: (signed ?? body).utf8)
        let assertion = try device.assert(
            keyID, clientDataHash: try ClientDataHash(sha256Of: binding.clientData), flaw: flaw)
        let fields = [
            AssertionHeaders.assertionName: Base64.encode(assertion), AssertionHeaders.keyIDName: keyID.base64,
            AssertionHeaders.challengeName: challenge,
        ]
        return try AssertionRequest(
            headers: try AssertionHeaders { fields[$0] }, method: "POST", path: "/payments", body: body.utf8,
            boundTo: .key, account: "alice")
    }

    private func assert(
        _ title: String, _ request: AssertionRequest, _ expected: AttestError.Code? = nil
    ) async -> Act {
        await act(title, expected) {
            let verified = try await verifier.verifyAssertion(request)
            return "signed by \(verified.account)'s key with counter \(verified.counter), "
                + "launched as \(verified.launchCategory.map(\.description) ?? "unknown")"
        }
    }

    private func act(
        _ title: String, _ expected: AttestError.Code?, _ body: () async throws -> String
    ) async -> Act {
        do {
            return Act(title: title, refusal: nil, detail: try await body(), expected: expected)
        } catch {
            let refusal = error as? AttestError ?? AttestError(.internalFailure, "\(error)")
            return Act(title: title, refusal: refusal, detail: refusal.context, expected: expected)
        }
    }
}
