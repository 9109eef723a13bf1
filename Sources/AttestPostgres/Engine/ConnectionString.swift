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

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - host: The one host to connect to; nil for what the text says.
    ///   - silence: How long the server may leave sent data unacknowledged.
    /// - Returns: The handle, which is the caller's; nil when there is no memory.
    func start(_ host: Host? = nil, silence: Duration) -> OpaquePointer? {
        var parameters = [
            // Before the text, which can say otherwise: after a failover, the server that takes writes.
            ("target_session_attrs", "read-write"),
            // And a peer that has gone without a word is noticed, also by connections that nobody uses.
            ("keepalives_idle", "30"),
            ("keepalives_interval", "10"),
            ("keepalives_count", "3"),
            ("tcp_user_timeout", "\(silence.wholeMilliseconds)"),
            ("dbname", text),
            // After it, because the store depends on it.
            ("client_encoding", "UTF8"),
            ("fallback_application_name", "swift-attest"),
        ]
        if let host { parameters += host.parameters }
        return unsafe Self.start(parameters)
    }

    /// The hosts that the text, the environment and service files name, in their order.
    ///
    /// - Returns: None when libpq is to take the text as it is, because it is not to be taken apart.
    func hosts() -> [Host] {
        // A mode that does not exist, so that libpq puts the options together and then connects to nothing.
        guard let handle = unsafe Self.start([("dbname", text), ("sslmode", "none of them")]) else { return [] }
        defer { unsafe PQfinish(handle) }
        guard let options = unsafe PQconninfo(handle) else { return [] }
        defer { unsafe PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            let name = unsafe String(cString: keyword)
            if ["host", "hostaddr", "port"].contains(name), let value = unsafe option.pointee.val {
                values[name] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return Host.list(hosts: values["host"], addresses: values["hostaddr"], ports: values["port"])
    }

    private static func start(_ parameters: [(String, String)]) -> OpaquePointer? {
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
