internal import AttestCore

/// Key IDs that are written otherwise than `generateKey` returns them, or that belong to another object.
enum KeyIDAlternatives {
    /// A key ID of another object: the object names its own.
    static func mend(_ attempt: inout AttestationAttempt) -> Finding? {
        guard attempt.fails(with: .keyIDMismatch, .credentialIDMismatch),
            let own = try? KeyID(bytes: attempt.object.attestedCredential.credentialID), own != attempt.keyID
        else { return nil }
        var trial = attempt
        trial.keyID = own
        guard !trial.fails(with: .keyIDMismatch, .credentialIDMismatch) else {
            return .named("the object contradicts itself about its key, so no key ID fits it")
        }
        attempt = trial
        return .mended("the key ID belongs to another object: this one is of the key \(own.base64)")
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
        let isAround: (UInt8) -> Bool = { $0.isWhiteSpace || "\"'".utf8.contains($0) }
        let trimmed = text.utf8.drop(while: isAround).reversed().drop(while: isAround).reversed()
        let decoded = Base64.decode(text)
        return [
            ("written in hex", Hex.decode(text).flatMap { try? KeyID(bytes: $0) }),
            ("in quotation marks or white space", try? KeyID(base64: String(decoding: trimmed, as: UTF8.self))),
            ("percent-encoded, as in a URL", text.percentDecoded.flatMap { try? KeyID(base64: $0) }),
            (
                "without its plus signs, which a form decoder turns into spaces",
                try? KeyID(
                    base64: String(
                        decoding: text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }, as: UTF8.self))
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
