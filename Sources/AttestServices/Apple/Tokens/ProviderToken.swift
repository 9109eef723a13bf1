/// A token that proves to Apple's services which team a request comes from, for an hour.
struct ProviderToken: Sendable, Hashable, Redacted {
    let text: String
}
