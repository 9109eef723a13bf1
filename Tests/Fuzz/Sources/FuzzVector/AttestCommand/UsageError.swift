/// Arguments or files that cannot be used; the message says in one line what to do.
struct UsageError: Error {
    let message: String
    /// The mistake behind it, where trying alternatives has found it.
    let hint: String?

    init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
