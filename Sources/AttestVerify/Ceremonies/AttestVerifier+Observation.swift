internal import AttestCore

/// What becomes known in the course of a ceremony, for its event.
struct CeremonyFacts {
    var appID: AppID?
    var environment: AttestEnvironment?
    var observations: ObjectObservations?
    var risk: RiskDecision?
}

extension AttestVerifier {
    /// Runs a ceremony, calls the observer with its outcome, and turns a store's error into `storeFailure`.
    func observed<Value>(
        _ ceremony: ChallengePurpose, keyID: String, _ body: (inout CeremonyFacts) async throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        var facts = CeremonyFacts()
        func report(_ error: (any Error)?, storeError: (any Error)? = nil) {
            observer?(
                VerificationEvent(
                    ceremony: ceremony, error: error, storeError: storeError, duration: ContinuousClock.now - start,
                    appID: facts.appID, environment: facts.environment,
                    keyIDPrefix: (try? KeyID(base64: keyID)).map { String($0.base64.prefix(8)) },
                    observations: facts.observations, risk: facts.risk))
        }
        do {
            let value = try await body(&facts)
            report(nil)
            return value
        } catch let failure as StoreError {
            report(failure.asAttestError, storeError: failure.underlying)
            throw failure.asAttestError
        } catch {
            report(error)
            throw error
        }
    }
}
