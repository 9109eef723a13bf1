/// Fixed texts. The server's and libpq's own may quote values, hosts and users, so they are never passed on.
extension PostgresError {
    /// A failure that the server reported.
    ///
    /// - Parameters:
    ///   - sqlState: The server's code.
    ///   - object: The table, column, constraint or routine that it names.
    ///   - isOutcomeUnknown: Whether the statement may have been executed.
    init(sqlState: String, object: String?, isOutcomeUnknown: Bool) {
        let known = Self.texts[sqlState] ?? Self.classTexts[String(sqlState.prefix(2))]
        let text = known ?? "the server reported a failure"
        self.init(
            text + (object.map { ": \($0)" } ?? ""), sqlState: sqlState, isOutcomeUnknown: isOutcomeUnknown)
    }

    private static let texts = [
        "22008": "a time is out of PostgreSQL's range",
        "23514": "a value violates a constraint",
        "25006": "the server is read-only, as a standby is",
        "26000": "a prepared statement is gone",
        "28000": "the server refused the user",
        "28P01": "the server refused the user's password",
        "3D000": "the database does not exist",
        "3F000": "the tables are missing: has migrate() been run?",
        "40001": "the statement conflicted with another",
        "40P01": "the statement was in a deadlock",
        "42501": "the user lacks a privilege",
        "42703": "a column is missing: has migrate() been run?",
        "42P01": "a table is missing: has migrate() been run?",
        "42P07": "a table exists already, and is not this store's",
        "53100": "the server's disk is full",
        "53200": "the server is out of memory",
        "53300": "the server has too many connections",
        "55P03": "a lock was not available in time",
        "57014": "the statement took longer than the limit, or was cancelled",
        "57P01": "the server closed the connection, as on shutdown",
        "57P02": "the server crashed",
        "57P03": "the server does not accept connections yet, or no longer",
        "58P01": "the server misses a file",
    ]

    private static let classTexts = [
        "08": "the connection failed",
        "0A": "the server lacks a feature",
        "22": "the server did not accept a value",
        "23": "a value violates a constraint",
        "28": "the server refused the user",
        "42": "the tables are not as this version needs them",
        "53": "the server lacks resources",
        "54": "a limit of the server is exceeded",
        "57": "an operator intervened",
        "58": "the server's system failed",
        "XX": "the server found an internal failure",
    ]

    /// Why a connection could not be made, out of libpq's text for it.
    ///
    /// - Parameter text: Names hosts, users and files, so only fragments of it that are known are looked for.
    init(connecting text: String) {
        let known = Self.reasons.first { text.contains($0.fragment) }
        self.init(
            Self.connecting + (known.map { ": \($0.reason)" } ?? ""),
            sqlState: known.flatMap { Self.refusals[$0.fragment] })
    }

    /// Why no connection could be made to any of several hosts.
    init(connecting failures: [PostgresError]) {
        var reasons: [Substring] = []
        for failure in failures where failure.message.hasPrefix(Self.connecting + ": ") {
            let reason = failure.message.dropFirst(Self.connecting.count + 2)
            if !reasons.contains(reason) { reasons.append(reason) }
        }
        self.init(
            Self.connecting + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; ")),
            sqlState: failures.compactMap(\.sqlState).first)
    }

    // libpq passes no code on. These refusals are a server's.
    private static let refusals = [
        "read-only": "25006",
        "password authentication failed": "28P01",
        "permission denied for database": "42501",
        "too many clients": "53300",
        "too many connections": "53300",
        "remaining connection slots": "53300",
        "starting up": "57P03",
        "shutting down": "57P03",
        "recovery mode": "57P03",
        "not yet accepting": "57P03",
    ]

    private static let connecting = "cannot connect to the server"

    private static let reasons = [
        (#"for connection option "port""#, "the port is not a number from 1 to 65535"),
        ("invalid port number", "the port is not a number from 1 to 65535"),
        ("invalid integer value", "an option is not a number"),
        ("could not match", "the numbers of hosts, addresses and ports differ"),
        ("Connection refused", "connection refused (ECONNREFUSED)"),
        ("No such file or directory", "no such socket or file (ENOENT)"),
        ("could not translate host name", "the host name is unknown"),
        ("name lookup timed out", "the host name was not resolved in time"),
        ("certificate verify failed", "the server's certificate is not trusted"),
        ("does not match host name", "the server's certificate is for another host"),
        ("does not support SSL", "the server does not support TLS"),
        ("SSL", "TLS failed"),
        ("password authentication failed", "the server refused the user's password"),
        ("no password supplied", "the server wants a password"),
        ("authentication failed", "the server refused the user"),
        ("permission denied for database", "the user lacks a privilege"),
        ("no pg_hba.conf entry", "the server's rules admit no such connection"),
        ("does not exist", "the user or database does not exist"),
        ("too many clients", "the server has too many connections"),
        ("too many connections", "the server has too many connections"),
        ("remaining connection slots", "the server has too many connections"),
        ("starting up", "the server is starting"),
        ("shutting down", "the server is shutting down"),
        ("recovery mode", "the server is recovering"),
        ("not yet accepting", "the server is starting"),
        ("read-only", "the server is read-only, as a standby is"),
        ("hot standby mode", "the server is a standby"),
        ("closed the connection unexpectedly", "the server closed the connection"),
        ("reset by peer", "connection reset (ECONNRESET)"),
        ("Permission denied", "permission denied (EACCES)"),
        ("Network is unreachable", "the network is unreachable (ENETUNREACH)"),
        ("No route to host", "no route to the host (EHOSTUNREACH)"),
        ("Network is down", "the network is down (ENETDOWN)"),
        ("Host is down", "the host is down (EHOSTDOWN)"),
        ("Address family not supported", "the address family is not supported (EAFNOSUPPORT)"),
        ("Cannot assign requested address", "no local address or port is left (EADDRNOTAVAIL)"),
        ("Too many open files", "no descriptors are left (EMFILE, ENFILE)"),
        ("Resource temporarily unavailable", "the socket's queue is full (EAGAIN)"),
        ("too long", "the name of the socket is too long (ENAMETOOLONG)"),
        ("Not a directory", "a part of the path is not a folder (ENOTDIR)"),
        ("Invalid argument", "the system refused an argument (EINVAL)"),
        ("Broken pipe", "the connection was closed (EPIPE)"),
        ("Connection timed out", "timed out (ETIMEDOUT)"),
        ("timed out", "timed out"),
    ].map { (fragment: $0, reason: $1) }
}
