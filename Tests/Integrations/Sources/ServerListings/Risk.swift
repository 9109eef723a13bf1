import AttestVerify

/// The listing of "Risk metrics and new keys".
func judgingRisk(apps: [AppPolicy], issuer: ChallengeIssuer, store: InMemoryStore) throws -> AttestVerifier {
    let risk = try RiskPolicy(
        flagFrom: 5, refuseFrom: 50,
        newKeys: NewKeyPolicy(limit: .standard, countedIn: store, excess: .refuse))
    let verifier = try AttestVerifier(apps: apps, challenges: issuer, store: store, risk: risk)
    return verifier
}
