import AttestSQLite
import AttestServices
import AttestVerify

/// The listings of the module AttestServices.
func askApple(
    textOfTheFile: String, receipt: [UInt8], deviceToken: String, otherDeviceToken: String,
    keep: ([UInt8]) async throws -> Void
) async throws {
    let key = try ProviderKey(p8: textOfTheFile, keyID: "ABC123DEFG", teamID: "A1B2C3D4E5")
    let tokens = ProviderTokenSource(key: key)

    let appAttest = AppAttestClient(tokens: tokens)
    switch try await appAttest.refreshReceipt(receipt, environment: .production) {
    case .renewed(let receipt): try await keep(receipt)  // verify it, read its metric, and store it
    case .notYet, .noData: break  // keep the old one
    }

    let deviceCheck = DeviceCheckClient(tokens: tokens, environment: .production)
    let bits = try await deviceCheck.query(deviceToken)  // nil: never set
    try await deviceCheck.update(otherDeviceToken, bit0: true, bit1: bits?.bit1 ?? false)
}

func bits(
    of deviceToken: String, from deviceCheck: DeviceCheckClient, answer: (Int) -> Void, tryLater: (Duration?) -> Void,
    alarm: (AppleServiceError) -> Void
) async throws -> DeviceBits? {
    var bits: DeviceBits?
    do {
        bits = try await deviceCheck.query(deviceToken)
    } catch let error as AppleServiceError {
        switch error.code.category {
        case .malformed: answer(422)  // the app sent a wrong device token
        case .unavailable: tryLater(error.retryAfter)  // Apple or the network: go on without
        default: alarm(error)  // misuse: this server's configuration or clock
        }
    }
    return bits
}

/// The listing of "Keeping risk metrics up to date".
func refreshing(
    apps: [AppPolicy], issuer: ChallengeIssuer, textOfTheFile: String, log: @escaping @Sendable (RefreshEvent) -> Void
) async throws -> AttestVerifier {
    let store = try SQLiteStore(path: "/var/lib/example/attest.sqlite")
    let verifier = try AttestVerifier(
        apps: apps, challenges: issuer, store: store, receipts: .requiredFresh,
        risk: try RiskPolicy(flagFrom: 10, refuseFrom: nil, newKeys: nil))

    let key = try ProviderKey(p8: textOfTheFile, keyID: "ABC123DEFG", teamID: "A1B2C3D4E5")
    let refresher = ReceiptRefresher(
        store: store, client: AppAttestClient(tokens: ProviderTokenSource(key: key)),
        validator: try ReceiptValidator(anchors: .apple, maximumAge: .seconds(300)),
        rate: try RefreshRate(2, per: .seconds(1)), schedule: try .every(.seconds(7 * 86_400)),
        observer: { event in log(event) })
    await refresher.run()  // in a task of its own; cancel it to end it
    return verifier
}
