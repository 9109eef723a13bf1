internal import AttestCore

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension Arguments {
    /// The policy for `--app-id`; launch categories and versions are shown, not judged.
    func policy(environments: Set<AttestEnvironment>) throws(UsageError) -> AppPolicy {
        let appID = try required("--app-id", "the App ID prefix, a dot, and the bundle ID")
        return try usable("--app-id") { () throws(AttestError) in
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
        return try usable("--key-id") { () throws(AttestError) in try KeyID(base64: text) }
    }

    /// The key of `--public-key`.
    func publicKey() throws(UsageError) -> P256PublicKey {
        let bytes = try base64("--public-key", "the registered key, an X9.63 point in base64")
        return try usable("--public-key") { () throws(AttestError) in try P256PublicKey(x963: bytes) }
    }

    /// The hash of `--client-data-hash`.
    func clientDataHash() throws(UsageError) -> ClientDataHash {
        let bytes = try base64("--client-data-hash", "what the app passed to Apple's call, in base64")
        return try usable("--client-data-hash") { () throws(AttestError) in try ClientDataHash(bytes: bytes) }
    }

    /// What the app passed to attestKey: from `--challenge`, or `--client-data-hash` as it is.
    func attestedHash() throws(UsageError) -> ClientDataHash {
        switch (value("--challenge"), value("--client-data-hash")) {
        case (let challenge?, nil):
            try usable("--challenge") { () throws(AttestError) in try ClientDataHash(sha256Of: challenge.utf8) }
        case (nil, _?): try clientDataHash()
        default: throw UsageError("give either --challenge with its text, or --client-data-hash with base64")
        }
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
        _ option: String, _ body: () throws(AttestError) -> Value
    ) throws(UsageError) -> Value {
        do {
            return try body()
        } catch {
            throw UsageError("\(option) cannot be used: \(error.context). \(error.code.explanation)")
        }
    }

    private func base64(_ option: String, _ meaning: String) throws(UsageError) -> [UInt8] {
        guard let bytes = Base64.decode(try required(option, meaning)) else {
            throw UsageError("\(option) is not base64; give \(meaning)")
        }
        return bytes
    }
}
