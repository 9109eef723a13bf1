import AttestCore
import AttestTesting
import AttestVerify
import Foundation
import Synchronization

/// Devices with registered keys, and requests that they have signed.
struct Ceremony: Sendable {
    static let appID = "A1B2C3D4E5.com.example.app"

    let verifier: AttestVerifier
    private let device: VirtualDevice
    private let keyIDs: [KeyID]

    init(_ store: any AttestStore, keys: Int) async throws {
        let authority = try TestAuthority()
        let device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: Self.appID, environment: .production), authority: authority)
        let verifier = try AttestVerifier(
            apps: [try AppPolicy(appID: Self.appID, environments: [.production], launch: .any)],
            anchors: authority.anchors,
            challenges: ChallengeIssuer(
                lifetimes: ChallengeLifetimes(attestation: .seconds(3600), assertion: .seconds(3600))),
            store: store)
        var keyIDs: [KeyID] = []
        for number in 0..<keys {
            let keyID = try device.generateKey()
            _ = try await verifier.verifyAttestation(
                Self.attestation(of: keyID, device, verifier, account: "account \(number)"))
            keyIDs.append(keyID)
        }
        (self.device, self.verifier, self.keyIDs) = (device, verifier, keyIDs)
    }

    /// Attestations of new keys.
    func attestations(_ count: Int) throws -> [AttestationRequest] {
        try (0..<count).map { _ in try Self.attestation(of: device.generateKey(), device, verifier, account: "account")
        }
    }

    private static func attestation(
        of keyID: KeyID, _ device: VirtualDevice, _ verifier: AttestVerifier, account: String
    ) throws -> AttestationRequest {
        let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)
        let object = try device.attest(keyID, clientDataHash: ClientDataHash(sha256Of: challenge.utf8))
        return AttestationRequest(
            attestation: Data(object).base64EncodedString(), keyID: keyID.base64, challenge: challenge,
            boundTo: .nothing,
            account: account)
    }

    /// Requests in a list for each task; each key signs for one task only, because its counters must increase.
    func requests(_ count: Int, tasks: Int) throws -> [[AssertionRequest]] {
        var lists: [[AssertionRequest]] = Array(repeating: [], count: tasks)
        for number in 0..<count {
            let keyID = keyIDs[number % keyIDs.count]
            let challenge = try verifier.issueChallenge(for: .assertion, boundTo: .nothing)
            let data = try RequestBinding(
                challenge: challenge, method: "POST", path: "/orders?page=1", body: Array(#"{"amount": 7}"#.utf8)
            ).clientData
            let object = try device.assert(keyID, clientDataHash: ClientDataHash(sha256Of: data))
            lists[number % keyIDs.count % tasks].append(
                AssertionRequest(
                    assertion: Data(object).base64EncodedString(), keyID: keyID.base64, challenge: challenge,
                    boundTo: .nothing, clientData: data, account: nil))
        }
        return lists
    }

    /// Verifies all requests, every list in a task of its own.
    ///
    /// - Returns: How long each took, in seconds, sorted.
    func verify(_ requests: [[AssertionRequest]]) async throws -> [Double] {
        try await withThrowingTaskGroup(of: [Double].self) { group in
            for list in requests {
                group.addTask { @concurrent in
                    var times: [Double] = []
                    for request in list {
                        let start = ContinuousClock.now
                        _ = try await verifier.verifyAssertion(request)
                        times.append((ContinuousClock.now - start).seconds)
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted()
        }
    }
}

/// A store whose calls are timed.
final class TimedStore: AttestStore {
    private let store: any AttestStore
    private let total = Mutex(Duration.zero)

    init(_ store: any AttestStore) {
        self.store = store
    }

    /// How long all calls took together since this was last asked.
    func takeTime() -> Double {
        total.withLock { total in
            defer { total = .zero }
            return total.seconds
        }
    }

    private func timed<Value>(_ body: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        defer {
            let time = ContinuousClock.now - start
            total.withLock { $0 += time }
        }
        return try await body()
    }

    func spend(_ challenge: ChallengeID, until expiry: Date) async throws -> Bool {
        try await timed { try await store.spend(challenge, until: expiry) }
    }
    func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) async throws -> (isFresh: Bool, record: KeyRecord?) {
        try await timed { try await store.spend(challenge, until: expiry, loading: keyID) }
    }
    func advance(_ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date) async throws -> KeyRecord? {
        try await timed { try await store.advance(keyID, to: counter, by: rule, at: time) }
    }
    func purge(before time: Date) async throws -> Int { try await store.purge(before: time) }
    func register(_ record: KeyRecord) async throws -> Bool { try await store.register(record) }
    func record(_ keyID: KeyID) async throws -> KeyRecord? { try await store.record(keyID) }
    func records(of account: String) async throws -> [KeyRecord] { try await store.records(of: account) }
    func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) async throws -> Bool {
        try await store.updateReceipt(keyID, to: receipt)
    }
    func remove(_ keyID: KeyID, of account: String) async throws -> Bool {
        try await store.remove(keyID, of: account)
    }
    func removeAll(of account: String) async throws -> Int { try await store.removeAll(of: account) }
}
