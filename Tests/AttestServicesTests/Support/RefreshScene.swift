import AttestCore
import AttestServices
import AttestTesting
import AttestVerify
import Foundation
import XCTest

/// A server with registered keys, Apple's service as a closure, and a clock on which waiting costs nothing.
final class RefreshScene: Sendable {
    static let authority = Result { try TestAuthority() }
    static let start = Date(timeIntervalSince1970: 1_790_000_000)
    static let day: Duration = .seconds(86_400)

    let store = InMemoryStore()
    let clock: VirtualClock
    let transport: ScriptedTransport
    static let appID = "A1B2C3D4E5.com.example.app"
    private let log = Locked<[RefreshEvent]>([])

    /// - Parameters:
    ///   - duration: After how much time the refreshers are cancelled.
    ///   - refreshers: How many there are.
    ///   - answer: Answers each request, by default with a newer receipt with the metric 2.
    init(
        for duration: Duration, refreshers: Int = 1,
        answer: (@Sendable (_ receipt: [UInt8], _ time: Date) throws -> TransportResponse)? = nil
    ) throws {
        let clock = VirtualClock(start: Self.start, limit: duration, tasks: refreshers)
        self.clock = clock
        transport = ScriptedTransport(clock: clock, answer: answer ?? { try Self.renewed($0, metric: 2, at: $1) })
    }

    /// A newer receipt, as Apple answers with it.
    static func renewed(
        _ receipt: [UInt8], metric: UInt32, at time: Date, flaw: ReceiptFlaw? = nil
    ) throws -> TransportResponse {
        let newer = try authority.get().exchange(receipt, riskMetric: metric, at: time, flaw: flaw)
        return TransportResponse(status: 200, headers: [], body: Array(Base64.encode(newer).utf8))
    }

    static func environment(of receipt: [UInt8]) throws -> AttestEnvironment? {
        try Receipt(decoding: receipt).unprovenContent().environment
    }

    static func status(_ status: Int, _ text: String = "", headers: [(String, String)] = []) -> TransportResponse {
        TransportResponse(status: status, headers: headers, body: Array(text.utf8))
    }

    /// Registers a key, whose receipt was checked or is stored unread.
    @discardableResult
    func register(
        _ policy: ReceiptPolicy? = nil, receipt: [UInt8]? = nil, in environment: AttestEnvironment = .production,
        app appID: String = RefreshScene.appID
    ) async throws -> KeyRecord {
        let authority = try Self.authority.get()
        let profile = try DeviceProfile(.iOS27, appID: appID, environment: environment)
        let device = VirtualDevice(profile: profile, authority: authority, clock: { [clock] in clock.date })
        let fresh = ReceiptPolicy.requiredFresh(anchors: authority.receiptAnchors, maximumAge: .seconds(300))
        let verifier = try AttestVerifier(
            apps: [AppPolicy(appID: appID, environments: [environment], launch: .any)],
            anchors: authority.anchors,
            challenges: ChallengeIssuer(secret: .random(), clock: { [clock] in clock.date }),
            store: store, receipts: policy ?? fresh, clock: { [clock] in clock.date })
        let challenge = try verifier.issueChallenge(for: .attestation, boundTo: .nothing)
        let keyID = try device.generateKey()
        let hash = try ClientDataHash(sha256Of: challenge.utf8)
        var draft = try device.attestationDraft(keyID, clientDataHash: hash)
        if let receipt { draft.receipt = { _ in receipt } }
        return try await verifier.verifyAttestation(
            AttestationRequest(
                attestation: draft.assembled(clientDataHash: hash), keyID: keyID.base64, challenge: challenge,
                boundTo: .nothing, account: "account"))
    }

    func refresher(
        rate: RefreshRate? = nil, schedule: RefreshSchedule = .asSoonAsPossible,
        store watched: (any ReceiptStore)? = nil,
        transport other: (any HTTPTransport)? = nil, anchors: ReceiptAnchors? = nil,
        clockAhead: @escaping @Sendable (_ elapsed: Double) -> Double = { _ in 0 },
        pollInterval: Duration = .seconds(60),
        jitter: @escaping @Sendable () -> Double = { 0 }
    ) throws -> ReceiptRefresher {
        let tokens = ProviderTokenSource(
            key: try ProviderKey(testing: Scene.testKey.get()), clock: { [clock] in clock.date })
        return ReceiptRefresher(
            store: watched ?? store, client: AppAttestClient(tokens: tokens, transport: other ?? transport),
            validator: try ReceiptValidator(
                anchors: anchors ?? Self.authority.get().receiptAnchors, maximumAge: .seconds(300)),
            rate: try rate ?? RefreshRate(10, per: .seconds(1)), schedule: schedule, jump: 3,
            pollInterval: pollInterval, clock: clock,
            now: { [clock] in
                let date = clock.date
                return date.addingTimeInterval(clockAhead(date.timeIntervalSince(Self.start)))
            }, jitter: jitter,
            observer: { [self] event in log.withLock { $0.append(event) } })
    }

    /// The events so far, in words.
    var events: [String] {
        log.withLock { events in
            events.map { event in
                switch event.outcome {
                case .refreshed(let metric, let previous):
                    "refreshed \(metric.map(String.init) ?? "-") after \(previous.map(String.init) ?? "-")"
                case .jumped(let from, let to): "jumped \(from) \(to)"
                case .notYet: "notYet"
                case .noData: "noData"
                case .expired: "expired"
                case .invalid(let error): "invalid \(error.code.rawValue)"
                case .rejected(let error): "rejected \(error.code.rawValue)"
                case .paused(let pause, let error): "paused \(pause / .seconds(1)) \(error.code.rawValue)"
                case .storeFailed: "storeFailed"
                case .clockAhead(let lead): "clockAhead \(lead / .seconds(1))"
                @unknown default: "unknown"
                }
            }
        }
    }

    var allEvents: [RefreshEvent] { log.withLock { $0 } }
}

/// Answers requests by a closure, and notes when each came, in seconds from the start.
final class ScriptedTransport: HTTPTransport {
    private let clock: VirtualClock
    private let answer: @Sendable (_ receipt: [UInt8], _ time: Date) throws -> TransportResponse
    private let log = Locked<[(time: Double, receipt: [UInt8])]>([])

    init(
        clock: VirtualClock, answer: @escaping @Sendable (_ receipt: [UInt8], _ time: Date) throws -> TransportResponse
    ) {
        self.clock = clock
        self.answer = answer
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let receipt = Base64.decode(String(decoding: request.body, as: UTF8.self)) ?? []
        let time = clock.date
        log.withLock { $0.append((time.timeIntervalSince(RefreshScene.start), receipt)) }
        return try answer(receipt, time)
    }

    var times: [Double] { log.withLock { $0.map(\.time) } }
    var receipts: [[UInt8]] { log.withLock { $0.map(\.receipt) } }
}
