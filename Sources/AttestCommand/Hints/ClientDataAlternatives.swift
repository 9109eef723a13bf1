internal import AttestCore

/// Client data that the app read or hashed in another way than the user thinks.
enum ClientDataAlternatives {
    static func mend(_ attempt: inout AttestationAttempt) -> String? {
        guard attempt.fails(with: .nonceMismatch) else { return nil }
        let object = attempt.object
        return mend(&attempt.clientDataHash, given: attempt.given) { (try? object.isBound(to: $0)) ?? false }
    }

    static func mend(_ attempt: inout AssertionAttempt) -> String? {
        guard attempt.fails(with: .signatureInvalid) else { return nil }
        var trial = attempt
        return mend(&attempt.clientDataHash, given: attempt.given) {
            trial.clientDataHash = $0
            return !trial.fails(with: .signatureInvalid)
        }
    }

    /// Takes the first hash that fits, of all readings under all ways to hash them, the likeliest first.
    private static func mend(
        _ hash: inout ClientDataHash, given: GivenClientData, fits: (ClientDataHash) -> Bool
    ) -> String? {
        let readings = Reading.all(of: given)
        for hashing in Hashing.allCases {
            for (index, reading) in readings.enumerated() {
                guard let candidate = hashing.hash(reading.bytes), fits(candidate) else { continue }
                hash = candidate
                return
                    "the client data hash of this object is \(hashing.name(reading.name)): "
                    + mistake(hashing, isAsGiven: index == 0, given)
                    + " (--client-data-hash \(Base64.encode(candidate.bytes)))"
            }
        }
        return nil
    }

    private static func mistake(_ hashing: Hashing, isAsGiven: Bool, _ given: GivenClientData) -> String {
        switch (given, hashing) {
        // 32 bytes can be a hash already.
        case (.hash(_, let bytes), .once) where isAsGiven:
            "what was given is not yet hashed" + (bytes.count == 32 ? ", or the app has hashed twice" : "")
        case (.hash, .once): "what was given is what the app has hashed: give it with --challenge or --client-data"
        case (.hash, .none): "what was given is that in another encoding"
        case (.hash, _): "what was given is not what the app passed"
        case (_, .once): "app and server must hash the same bytes"
        default: hashing.mistake ?? ""
        }
    }
}
