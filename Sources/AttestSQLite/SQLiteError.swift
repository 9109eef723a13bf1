internal import CAttestSQLite

/// A failure of the database: the file, the disk, or what the file holds.
///
/// `AttestVerifier` reports it as `storeFailure`.
public struct SQLiteError: Error, Sendable, Hashable {
    /// SQLite's primary result code, such as 13 for a full disk.
    public let code: Int32

    /// SQLite's extended result code; the primary one when there is no finer one.
    public let extendedCode: Int32

    /// What went wrong, for operators.
    ///
    /// Never holds stored or bound values. The wording is not stable.
    public let message: String

    /// A failure that SQLite reported, with SQLite's fixed text for it.
    ///
    /// Not `sqlite3_errmsg`, whose texts may quote what they complain about.
    init(result extendedCode: Int32) {
        let text = unsafe sqlite3_errstr(extendedCode).map { unsafe String(cString: $0) } ?? "unknown error"
        self.init(code: extendedCode & 0xff, extendedCode: extendedCode, message: text)
    }

    /// A failure that this package found, under an extended code.
    init(result extendedCode: Int32, message: String) {
        self.init(code: extendedCode & 0xff, extendedCode: extendedCode, message: message)
    }

    /// A failure that this package found.
    init(_ code: Int32, _ message: String) {
        self.init(code: code, extendedCode: code, message: message)
    }

    private init(code: Int32, extendedCode: Int32, message: String) {
        self.code = code
        self.extendedCode = extendedCode
        self.message = message
    }

    /// The same failure, with another text.
    init(_ error: SQLiteError, message: String) {
        self.init(code: error.code, extendedCode: error.extendedCode, message: message)
    }

    /// A call that came after `close`.
    static let closed = SQLiteError(SQLITE_MISUSE, "the store is closed")

    /// Whether another connection has a lock, so that nothing was done and the same can be tried again.
    var isBusy: Bool { code == SQLITE_BUSY }

    /// A stored value that the store cannot have written.
    static func corrupt(_ what: String) -> SQLiteError {
        SQLiteError(SQLITE_CORRUPT, "\(what) in the database is not of its form")
    }
}

extension SQLiteError: CustomStringConvertible {
    /// The message and the extended code.
    public var description: String { "\(message) (SQLite result \(extendedCode))" }
}
