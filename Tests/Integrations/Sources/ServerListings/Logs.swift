import AttestVerify
import StubLogging

/// The listing of "Logs and metrics".
func observed(
    apps: [AppPolicy], issuer: ChallengeIssuer, store: any AttestStore, logger: Logger
) throws -> AttestVerifier {
    let verifier = try AttestVerifier(
        apps: apps, challenges: issuer, store: store,
        observer: { event in
            logger.log(
                level: event.isAccepted ? .debug : .info, "\(event.ceremony.rawValue)",
                metadata: ["code": "\(event.code?.rawValue ?? "accepted")", "key": "\(event.keyIDPrefix ?? "none")"])
            Counter(
                label: "app_attest",
                dimensions: [("ceremony", event.ceremony.rawValue), ("code", event.code?.rawValue ?? "accepted")]
            ).increment()
            Timer(label: "app_attest_duration").recordNanoseconds(Int64(event.duration / .nanoseconds(1)))
        })
    return verifier
}
