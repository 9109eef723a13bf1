import AttestPostgres
import AttestVerify

/// The listings of "Running several instances".
func instance(secret: ChallengeSecret, oldSecret: ChallengeSecret, apps: [AppPolicy]) async throws -> AttestVerifier {
    let store = try PostgresStore(connection: "host=db.example.com dbname=example user=attest sslmode=verify-full")
    try await store.migrate()
    let verifier = try AttestVerifier(
        apps: apps, challenges: try ChallengeIssuer(secret: secret, previous: [oldSecret]), store: store)
    return verifier
}

func purge(_ verifier: AttestVerifier) async throws {
    while true {
        try await verifier.purgeSpentChallenges()
        try await Task.sleep(for: .seconds(60))
    }
}
