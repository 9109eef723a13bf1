/// Arguments or files that cannot be used; the message says in one line what to do.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
