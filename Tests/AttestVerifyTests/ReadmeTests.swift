import AttestCore
import AttestSQLite
import AttestServices
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// The README's examples compile and run: each stands below as it stands there, and is compared with it.
final class ReadmeTests: XCTestCase {
    private let sessionID = "session"
    private let account = "alice"
    private let method = "POST"
    private let path = "/payments"
    private let body = Array("{}".utf8)

    func testServerExample() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let authority = try TestAuthority()
        let device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: "A1B2C3D4E5.com.example.app", environment: .production),
            authority: authority)
        let newKey = try device.generateKey()
        let keyID = newKey.base64
        let secret = ChallengeSecret.random()

        // README
        let app = try AppPolicy(
            appID: "A1B2C3D4E5.com.example.app",  // the prefix is often the team ID
            environments: [.production],
            launch: .allowing([.appStore, .testFlight], whenAbsent: .allow))
        // but for the path and the root
        let verifier = try AttestVerifier(
            apps: [app], anchors: authority.anchors,
            challenges: try ChallengeIssuer(secret: secret),
            store: try SQLiteStore(path: folder + "/attest.sqlite"))
        // README
        let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .session(sessionID))
        // the app
        let attestation = Data(
            try device.attest(newKey, clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
        ).base64EncodedString()
        // README
        let key = try await verifier.verifyAttestation(
            AttestationRequest(
                attestation: attestation, keyID: keyID, challenge: challenge, boundTo: .session(sessionID),
                account: account))
        // README
        let second = try verifier.issueChallenge(for: .assertion, boundTo: .key(KeyID(base64: keyID)))
        // the app
        let binding = try RequestBinding(challenge: second, method: method, path: path, body: body)
        let assertion = try device.assert(newKey, clientDataHash: ClientDataHash(sha256Of: binding.clientData))
        let headers = [
            "X-Apple-App-Attest-Assertion": Data(assertion).base64EncodedString(), "X-Apple-App-Attest-Key-ID": keyID,
            "X-Apple-App-Attest-Challenge": second,
        ]
        // README
        let caller = try await verifier.verifyAssertion(
            AssertionRequest(
                headers: AssertionHeaders { headers[$0] }, method: method, path: path, body: body, boundTo: .key,
                account: account))
        // the end
        XCTAssertEqual(key.keyID, newKey)
        XCTAssertEqual(caller.account, account)
        XCTAssertEqual(caller.counter, 1)

        try assertInReadme(from: "let app = try AppPolicy(", to: "let verifier")
        try assertInReadme(from: "let challenge = ", to: "// the app")
        try assertInReadme(from: "let key = ", to: "// README")
        try assertInReadme(from: "let second = ", to: "// the app")
        try assertInReadme(from: "let caller = ", to: "// the end")
    }

    /// Compiled, and carried out up to where it would ask Apple.
    func testReceiptsExample() async throws {
        let app = try AppPolicy(appID: "A1B2C3D4E5.com.example.app", environments: [.production], launch: .any)
        let (secret, store) = (ChallengeSecret.random(), InMemoryStore())
        let textOfTheFile = try TestProviderKey().p8
        let log: @Sendable (RefreshEvent) -> Void = { _ in XCTFail("there is nothing to refresh") }

        // README
        let verifier = try AttestVerifier(
            apps: [app], challenges: try ChallengeIssuer(secret: secret), store: store,
            receipts: .requiredFresh,  // signed by Apple, for this key, and at most five minutes old
            risk: try RiskPolicy(
                flagFrom: 10, refuseFrom: nil,  // of the metric; Apple calls it a signal for investigation
                newKeys: NewKeyPolicy(limit: .standard, countedIn: store, excess: .refuse)))  // 6, then 1 an hour

        let key = try ProviderKey(p8: textOfTheFile, keyID: "ABC123DEFG", teamID: "A1B2C3D4E5")
        let tokens = ProviderTokenSource(key: key)
        let refresher = ReceiptRefresher(
            store: store, client: AppAttestClient(tokens: tokens),
            validator: try ReceiptValidator(anchors: .apple, maximumAge: .seconds(300)),
            rate: try RefreshRate(2, per: .seconds(1)), schedule: try .every(.seconds(7 * 86_400)),
            observer: { event in log(event) })
        // the end
        let task = Task { await refresher.run() }
        task.cancel()
        await task.value
        _ = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)

        let deviceToken = "no base64"
        do {
            // README
            let deviceCheck = DeviceCheckClient(tokens: tokens, environment: .production)
            let bits = try await deviceCheck.query(deviceToken)  // nil: never set
            // the end
            XCTFail("\(String(describing: bits)) of a token that is none")
        } catch let error as AppleServiceError {
            XCTAssertEqual(error.code, .badDeviceToken)
        }

        try assertInReadme(from: "receipts: .requiredFresh", to: "// the end")
        try assertInReadme(from: "let deviceCheck = ", to: "// the end")
    }

    func testCoreExample() throws {
        let sample = try SampleForReadme()
        let (app, keyID, attestationBytes, challenge) = (sample.app, sample.keyID, sample.attestation, sample.challenge)
        let (assertionBytes, clientData, storedCounter) = (sample.assertion, sample.clientData, UInt32(0))
        let anchors = sample.anchors

        // README, but for the root
        let attestations = try AttestationValidator(apps: [app], anchors: anchors)
        let assertions = try AssertionValidator(apps: [app])
        let proof = try attestations.validate(
            AttestationObject(decoding: attestationBytes),
            keyID: KeyID(base64: keyID),
            clientDataHash: ClientDataHash(sha256Of: challenge.utf8),
            at: Date())
        // README
        let signed = try assertions.validate(
            AssertionObject(decoding: assertionBytes),
            clientDataHash: ClientDataHash(sha256Of: clientData),
            publicKey: proof.publicKey,
            after: storedCounter)
        // the end
        XCTAssertEqual(signed.counter, 1)
        try assertInReadme(from: "AttestationObject(decoding: attestationBytes)", to: "// README")
        try assertInReadme(from: "let signed = ", to: "// the end")
    }

    /// Asserts that the lines of this file from one to before another stand in the README, but for their indent.
    private func assertInReadme(from start: String, to end: String, line: UInt = #line) throws {
        func lines(_ file: String) throws -> [String] {
            try String(contentsOf: URL(filePath: file), encoding: .utf8).split(separator: "\n")
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let readme = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../README.md").path()
        let own = try lines(#filePath).drop { !$0.hasPrefix(start) }.prefix { !$0.hasPrefix(end) }
            .filter { !$0.hasPrefix("//") }
        let published = try lines(readme)
        XCTAssertGreaterThan(own.count, 0, line: line)
        let index = published.firstIndex(of: own[0])
        XCTAssertEqual(index.map { Array(published[$0...].prefix(own.count)) }, own, "not in the README", line: line)
    }
}

/// What the README's example of the core takes as given.
private struct SampleForReadme {
    let app: AppPolicy
    let anchors: TrustAnchors
    let keyID: String
    let challenge = "challenge"
    let clientData = Array("client data".utf8)
    let attestation: [UInt8]
    let assertion: [UInt8]

    init() throws {
        let appID = "A1B2C3D4E5.com.example.app"
        app = try AppPolicy(appID: appID, environments: [.production], launch: .any)
        let authority = try TestAuthority()
        anchors = authority.anchors
        let device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: appID, environment: .production), authority: authority)
        let key = try device.generateKey()
        keyID = key.base64
        attestation = try device.attest(key, clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
        assertion = try device.assert(key, clientDataHash: ClientDataHash(sha256Of: clientData))
    }
}
