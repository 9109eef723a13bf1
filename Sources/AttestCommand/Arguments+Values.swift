internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Arguments {
    /// The policy for `--app-id`; launch categories and versions are shown, not judged.
    ///
    /// An unusable one gets a hint with the App ID that the object names, when that is given.
    func policy(environments: Set<AttestEnvironment>, named: String?) throws(UsageError) -> AppPolicy {
        let appID = try required("--app-id", "the App ID prefix, a dot, and the bundle ID")
        return try usable("--app-id", hint: AppIDAlternatives.hint(unusable: appID, named: named)) {
            () throws(AttestError) in
            try AppPolicy(appID: appID, environments: environments, launch: .any)
        }
    }

    /// The App ID of `--app-id`.
    func appID() throws(UsageError) -> AppID {
        let text = try required("--app-id", "the App ID prefix, a dot, and the bundle ID")
        return try usable("--app-id") { () throws(AttestError) in try AppID(text) }
    }

    /// The key ID of `--key-id`.
    func keyID() throws(UsageError) -> KeyID {
        let text = try required("--key-id", "the text that generateKey returned")
        return try usable("--key-id", hint: KeyIDAlternatives.hint(unreadable: text)) { () throws(AttestError) in
            try KeyID(base64: text)
        }
    }

    /// The key of `--public-key`.
    func publicKey() throws(UsageError) -> P256PublicKey {
        let text = try required("--public-key", "the registered key, an X9.63 point in base64")
        return try usable("--public-key", hint: PublicKeyAlternatives.hint(unreadable: text)) {
            () throws(AttestError) in
            guard let bytes = Base64.decode(text) else { throw AttestError(.malformedPublicKey, "it is not base64") }
            return try P256PublicKey(x963: bytes)
        }
    }

    /// What `--client-data-hash` gives: the text, and the bytes that it is base64 of.
    func clientDataHash() throws(UsageError) -> GivenClientData {
        let meaning = "what the app passed to Apple's call, in base64"
        let text = try required("--client-data-hash", meaning)
        guard let bytes = Base64.decode(text) else {
            throw UsageError(
                "--client-data-hash is not base64; give \(meaning)",
                hint: Hex.decode(text).map { "the hash is in hex; in base64 it is \(Base64.encode($0))" })
        }
        return .hash(text: text, bytes: bytes)
    }

    /// What `--challenge` or `--client-data-hash` says that the app passed to attestKey.
    func attestedData() throws(UsageError) -> GivenClientData {
        switch (value("--challenge"), value("--client-data-hash")) {
        case (let challenge?, nil): return .challenge(challenge)
        case (nil, _?): return try clientDataHash()
        default: throw UsageError("give either --challenge with its text, or --client-data-hash with base64")
        }
    }

    /// The hash of some client data, or an error that names its option.
    func hash(_ given: GivenClientData) throws(UsageError) -> ClientDataHash {
        try usable(given.option, hint: given.lengthHint) { () throws(AttestError) in try given.hash() }
    }

    /// The time of `--at`; now without it.
    func time() throws(UsageError) -> Date {
        guard let text = value("--at") else { return Date() }
        guard let time = Time(text) else {
            throw UsageError("--at is not a time; give ISO 8601 in UTC, such as 2026-04-21T18:13:12Z")
        }
        return time.date
    }

    /// Runs a closure whose refusal means that an option's value cannot be used.
    func usable<Value>(
        _ option: String, hint: @autoclosure () -> String? = nil, _ body: () throws(AttestError) -> Value
    ) throws(UsageError) -> Value {
        do {
            return try body()
        } catch {
            throw UsageError("\(option) cannot be used: \(error.context). \(error.code.explanation)", hint: hint())
        }
    }
}
