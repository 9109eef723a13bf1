internal import AttestCore

/// Client data that the app read or hashed in another way than the user thinks.
enum ClientDataAlternatives {
    /// Bytes that the app may have passed to Apple's call.
    struct Candidate {
        let reading: Reading
        let hashing: Hashing
        let bytes: [UInt8]
        /// Whether it is hashed from just what was given.
        let isAsGiven: Bool

        /// In words.
        var name: String { hashing.name(reading.name) }

        /// All of them, the likeliest first.
        static func all(of given: GivenClientData) -> some Sequence<Candidate> {
            let readings = Reading.all(of: given)
            return Hashing.allCases.lazy.flatMap { hashing in
                readings.lazy.enumerated().map { index, reading in
                    Candidate(
                        reading: reading, hashing: hashing, bytes: hashing.hash(reading.bytes), isAsGiven: index == 0)
                }
            }
        }
    }

    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        guard attempt.fails(with: .nonceMismatch) else { return nil }
        let object = attempt.object
        return mend(&attempt.clientDataHash, given: attempt.given) { (try? object.isBound(to: $0)) ?? false }
    }

    static func mend(_ attempt: inout AssertionAttempt) -> Finding? {
        guard attempt.fails(with: .signatureInvalid) else { return nil }
        let (object, key) = (attempt.object, attempt.publicKey)
        return mend(&attempt.clientDataHash, given: attempt.given) {
            (try? object.isSigned(over: $0, by: key)) ?? false
        }
    }

    /// Takes the first candidate that fits.
    private static func mend(
        _ hash: inout ClientDataHash, given: GivenClientData, fits: ([UInt8]) -> Bool
    ) -> Finding? {
        guard let candidate = Candidate.all(of: given).first(where: { fits($0.bytes) }) else { return nil }
        let finding =
            "the client data hash of this object is \(candidate.name): "
            + (candidate.reading.mistake ?? mistake(candidate, given))
        guard let mended = try? ClientDataHash(bytes: candidate.bytes) else {
            return .named(finding + " (\(candidate.bytes.count) bytes, which are no hash)")
        }
        hash = mended
        return .mended(finding + " (--client-data-hash \(Base64.encode(mended.bytes)))")
    }

    private static func mistake(_ candidate: Candidate, _ given: GivenClientData) -> String {
        switch (given, candidate.hashing) {
        // 32 bytes can be a hash already.
        case (.hash(_, let bytes), .once) where candidate.isAsGiven:
            "what was given is not yet hashed" + (bytes.count == 32 ? ", or the app has hashed twice" : "")
        case (.hash, .once): "what was given is what the app has hashed: give it with --challenge or --client-data"
        case (.hash, .none): "what was given is that in another encoding"
        case (.hash, _): "what was given is not what the app passed"
        case (_, .once): "app and server must hash the same bytes"
        default: candidate.hashing.mistake ?? ""
        }
    }
}
