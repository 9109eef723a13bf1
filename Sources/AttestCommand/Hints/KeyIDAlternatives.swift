internal import AttestCore

/// Key IDs that are written otherwise than `generateKey` returns them, or that belong to another object.
enum KeyIDAlternatives {
    /// A key ID of another object: the object names its own.
    static func mend(_ attempt: inout AttestationAttempt) -> String? {
        guard attempt.fails(with: .keyIDMismatch, .credentialIDMismatch),
            let own = try? KeyID(bytes: attempt.object.attestedCredential.credentialID), own != attempt.keyID
        else { return nil }
        var trial = attempt
        trial.keyID = own
        guard !trial.fails(with: .keyIDMismatch, .credentialIDMismatch) else {
            return "the object contradicts itself about its key, so no key ID fits it"
        }
        attempt = trial
        return "the key ID belongs to another object: this one is of the key \(own.base64)"
    }

    /// What a text that is no key ID was perhaps meant to be.
    static func hint(unreadable text: String) -> String? {
        for (mistake, keyID) in candidates(text) {
            guard let keyID else { continue }
            return "the key ID is \(mistake); give it as generateKey returned it: \(keyID.base64)"
        }
        return Base64.decode(text).flatMap { TextDamage.hint($0, "the key ID has") }
    }

    private static func candidates(_ text: String) -> [(mistake: String, keyID: KeyID?)] {
        let quotes: Set<Character> = ["\"", "'", " ", "\t", "\n", "\r"]
        let trimmed = text.drop { quotes.contains($0) }.reversed().drop { quotes.contains($0) }.reversed()
        let decoded = Base64.decode(text)
        return [
            ("written in hex", Hex.decode(text).flatMap { try? KeyID(bytes: $0) }),
            ("in quotation marks or white space", try? KeyID(base64: String(trimmed))),
            ("percent-encoded, as in a URL", text.percentDecoded.flatMap { try? KeyID(base64: $0) }),
            (
                "without its plus signs, which a form decoder turns into spaces",
                try? KeyID(base64: String(text.map { $0 == " " ? "+" : $0 }))
            ),
            (
                "encoded in base64 twice",
                Base64.decodeTwice(text).flatMap { try? KeyID(bytes: $0) }
            ),
            (
                "missing: what was given is the public key, whose hash it is",
                decoded.flatMap { try? P256PublicKey(x963: $0) }.flatMap { try? $0.keyID() }
            ),
        ]
    }
}
