internal import CAttestPostgres

/// How to reach the server, in libpq's form.
///
/// Holds a password, so nothing shows it.
struct ConnectionString: Sendable {
    private let text: String

    /// Checks the form.
    ///
    /// - Throws: Without a word of the text or of libpq's complaint, which would quote it.
    init(_ text: String) throws(PostgresError) {
        guard !text.utf8.contains(0) else { throw PostgresError("the connection string holds a NUL character") }
        // A text without `=` is the name of a database.
        if text.contains("=") || text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            guard let options = unsafe PQconninfoParse(text, nil) else {
                throw PostgresError("the connection string is not of libpq's form")
            }
            unsafe PQconninfoFree(options)
        }
        self.text = text
    }

    /// Begins to connect; the handle is the caller's, and nil when there is no memory.
    func start() -> OpaquePointer? {
        let parameters = [
            // Before the text, which can say otherwise: after a failover, the server that takes writes.
            ("target_session_attrs", "read-write"),
            ("dbname", text),
            // After it, because the store depends on it.
            ("client_encoding", "UTF8"),
            ("fallback_application_name", "swift-attest"),
        ]
        // One block of C strings, each ended by NUL, and where in it each begins.
        var bytes: [CChar] = []
        var starts: [(Int, Int)] = []
        for (keyword, value) in parameters {
            let start = bytes.count
            bytes += keyword.utf8CString
            starts.append((start, bytes.count))
            bytes += value.utf8CString
        }
        return unsafe bytes.withUnsafeBufferPointer { block in
            guard let base = block.baseAddress else { return nil }
            let keywords = unsafe starts.map { unsafe Optional(base + $0.0) } + [nil]
            let values = unsafe starts.map { unsafe Optional(base + $0.1) } + [nil]
            return unsafe PQconnectStartParams(keywords, values, 1)
        }
    }
}

extension ConnectionString: CustomStringConvertible, CustomReflectable {
    /// Nothing of the text.
    var description: String { "connection string" }

    /// Nothing of the text.
    var customMirror: Mirror { Mirror(self, children: []) }
}
