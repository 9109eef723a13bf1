internal import CAttestSQLite

/// The one owner of a database connection: closes it at the end, and lends its handle to a closure only.
///
/// Opened without SQLite's own locks, so one thread at a time may use it.
@safe
struct Database: ~Copyable {
    private let handle: OpaquePointer

    /// Opens an existing file.
    ///
    /// SQLite does not wait for locks unless it is told to: ``StoreThread`` does, so that it can serve others meanwhile.
    ///
    /// - Parameter path: The file. It is never created here, because SQLite would create it readable for others.
    /// - Throws: For a file that is missing or cannot be read. Whether it is a database shows when it is first used.
    init(path: String) throws(SQLiteError) {
        var opened: OpaquePointer?
        let result = unsafe sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle = unsafe opened, result == SQLITE_OK else {
            // A failed opening may leave a handle as well.
            unsafe sqlite3_close_v2(opened)
            throw SQLiteError(result: result)
        }
        unsafe self.handle = handle
        unsafe sqlite3_extended_result_codes(handle, 1)
    }

    deinit {
        // Unlike `sqlite3_close`, it also takes a connection whose statements are finalized later.
        unsafe sqlite3_close_v2(handle)
    }

    /// Lends the handle; it may not leave the closure.
    borrowing func withHandle<Value, Failure>(
        _ body: (OpaquePointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        unsafe try body(handle)
    }

    /// Runs statements that return nothing and hold no values.
    borrowing func execute(_ sql: String) throws(SQLiteError) {
        let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard result == SQLITE_OK else { throw SQLiteError(result: result) }
    }

    /// The one integer that a query returns.
    borrowing func integer(_ sql: String) throws(SQLiteError) -> Int64 {
        try Statement(sql, in: self).first([]) { row throws(SQLiteError) in try row.integer(0) } ?? 0
    }

    /// The one text that a query returns.
    borrowing func text(_ sql: String) throws(SQLiteError) -> String {
        try Statement(sql, in: self).first([]) { row throws(SQLiteError) in try row.text(0) } ?? ""
    }

    /// How many rows the last statement inserted, updated or deleted.
    var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// The absolute path of the file, as SQLite has resolved it: without symbolic links, whatever the current directory is.
    var path: String {
        unsafe sqlite3_db_filename(handle, "main").map { unsafe String(cString: $0) } ?? ""
    }

    /// Whether SQLite could open the file for reading only, which it does not call an error.
    var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") != 0 }

    /// Runs a closure in a transaction that no other writer comes between.
    ///
    /// The write lock is taken at the beginning: a transaction that first reads and then writes is refused, without any
    /// waiting, when another connection wrote in between.
    borrowing func transaction<Value>(
        _ body: () throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try execute("BEGIN IMMEDIATE")
        do throws(SQLiteError) {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // SQLite has rolled back by itself after some errors, and then this fails.
            try? execute("ROLLBACK")
            throw error
        }
    }
}
