internal import CAttestSQLite

/// The row that a statement stands at; it is lent to a closure, and cannot be kept.
///
/// Reads a value only as the type that it is stored as: SQLite would convert it, and so hide a corrupt file.
@safe
struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
        unsafe self.statement = statement
    }

    borrowing func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
    }

    borrowing func integer(_ column: Int32) throws(SQLiteError) -> Int64 {
        try check(column, SQLITE_INTEGER)
        return unsafe sqlite3_column_int64(statement, column)
    }

    /// A whole number may come as an integer: a file keeps it so, and RETURNING gives it as it is kept.
    borrowing func real(_ column: Int32) throws(SQLiteError) -> Double {
        guard unsafe sqlite3_column_type(statement, column) != SQLITE_INTEGER else {
            return unsafe Double(sqlite3_column_int64(statement, column))
        }
        try check(column, SQLITE_FLOAT)
        return unsafe sqlite3_column_double(statement, column)
    }

    borrowing func blob(_ column: Int32) throws(SQLiteError) -> [UInt8] {
        try check(column, SQLITE_BLOB)
        let start = unsafe sqlite3_column_blob(statement, column)
        // An empty blob has no address; neither has one for which there is no memory.
        let count = unsafe Int(sqlite3_column_bytes(statement, column))
        guard count > 0 else { return [] }
        guard let start = unsafe start else { throw SQLiteError(SQLITE_NOMEM, "no memory for a value") }
        return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    borrowing func text(_ column: Int32) throws(SQLiteError) -> String {
        try check(column, SQLITE_TEXT)
        // In this order: the first call may convert the text, and the second counts its bytes, NUL characters included.
        guard let start = unsafe sqlite3_column_text(statement, column) else {
            throw SQLiteError(SQLITE_NOMEM, "no memory for a value")
        }
        let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else { throw .corrupt("a text") }
        return text
    }

    private borrowing func check(_ column: Int32, _ type: Int32) throws(SQLiteError) {
        guard unsafe sqlite3_column_type(statement, column) == type else { throw .corrupt("the type of a value") }
    }
}
