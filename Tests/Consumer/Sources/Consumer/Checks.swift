import AttestTesting
import AttestVerify

/// What was expected of a check, and did not happen.
struct Failure: Error {
    let reason: String
}

/// Everything that is checked, by name.
func allChecks() throws -> [(name: String, run: () async throws -> Void)] {
    let authority = try TestAuthority()
    let appID = "A1B2C3D4E5.com.example.app"
    let server = try Server(appID: appID, trusting: authority.anchors, store: ListStore())
    let app = try App(appID, certifiedBy: authority)
    let other = try App("A1B2C3D4E5.com.example.other", certifiedBy: authority)
    let body = Array("{\"amount\": 7}".utf8)
    let key = try app.device.generateKey()

    func register(_ app: App, _ key: KeyID, flaw: AttestationFlaw? = nil) async throws -> KeyRecord {
        let challenge = try server.attestationChallenge(session: "alice")
        let object = try app.attest(key, challenge: challenge, flaw: flaw)
        return try await server.register(object, keyID: key.base64, challenge: challenge, session: "alice")
    }
    func signed(_ key: KeyID, by app: App) throws -> [String: String] {
        let challenge = try server.assertionChallenge(keyID: key.base64)
        return try app.headers(key, "POST", "/payments", body: body, challenge: challenge)
    }
    func post(_ headers: [String: String], body sent: [UInt8]? = nil) async throws -> VerifiedAssertion {
        try await server.handle("POST", "/payments", headers: headers, body: sent ?? body, session: "alice")
    }

    var checks: [(name: String, run: () async throws -> Void)] = [
        (
            "a key is attested and registered",
            { try expect(try await register(app, key).account == "alice", "another account") }
        ),
        (
            "requests are signed",
            {
                try expect(try await post(signed(key, by: app)).counter == 1, "another counter")
                try expect(try await post(signed(key, by: app)).counter == 2, "another counter")
            }
        ),
        (
            "a key is registered once",
            { try await expectRefusal(.keyAlreadyRegistered) { try await register(app, key) } }
        ),
        (
            "a request is good for once",
            {
                let headers = try signed(key, by: app)
                _ = try await post(headers)
                try await expectRefusal(.challengeSpent) { try await post(headers) }
            }
        ),
        (
            "an altered body is refused",
            {
                let headers = try signed(key, by: app)
                try await expectRefusal(.signatureInvalid) { try await post(headers, body: Array("{}".utf8)) }
            }
        ),
        (
            "another app is refused",
            {
                let theirs = try other.device.generateKey()
                try await expectRefusal(.appIDMismatch) { try await register(other, theirs) }
            }
        ),
        (
            "an unknown key is told so",
            {
                let unknown = try app.device.generateKey()
                let denial = try await denialOf { try await post(signed(unknown, by: app)) }
                try expect(denial.status == 403 && denial.code == .unknownKey, "\(denial)")
            }
        ),
        (
            "a request without headers is malformed",
            {
                let denial = try await denialOf { try await post([:]) }
                try expect(denial.status == 422 && denial.code == .malformed, "\(denial)")
            }
        ),
    ]
    let flaws: [AttestationFlaw] = [.otherRoot, .expired, .wrongNonce, .usedKey, .otherCredentialKey, .trailingByte]
    for flaw in flaws {
        checks.append(
            (
                "an attestation with the flaw \(flaw.rawValue) is refused",
                {
                    let key = try app.device.generateKey()
                    try await expectRefusal(flaw.code) { try await register(app, key, flaw: flaw) }
                }
            ))
    }
    for check in StoreConformance.checks {
        checks.append(("the store: \(check.name)", { try await check.run { ListStore() } }))
    }
    return checks
}

func expect(_ condition: Bool, _ reason: String) throws {
    guard condition else { throw Failure(reason: reason) }
}

func expectRefusal<Value>(_ code: AttestError.Code, _ body: () async throws -> Value) async throws {
    do {
        _ = try await body()
    } catch let error as AttestError {
        return try expect(error.code == code, "refused under \(error.code.rawValue), not \(code.rawValue)")
    }
    throw Failure(reason: "accepted, and \(code.rawValue) was expected")
}

func denialOf<Value>(_ body: () async throws -> Value) async throws -> Denial {
    do {
        _ = try await body()
    } catch {
        return DenialPolicy().denial(for: error)
    }
    throw Failure(reason: "accepted")
}
