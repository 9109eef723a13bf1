internal import CAttestSQLite

/// The one owner of a prepared statement: finalizes it at the end.
@safe
struct Statement: ~Copyable {
    private let pointer: OpaquePointer

    /// Prepares one statement, whose values are all parameters.
    init(_ sql: String, in database: borrowing Database) throws(SQLiteError) {
        unsafe pointer = try unsafe database.withHandle { handle throws(SQLiteError) in
            var prepared: OpaquePointer?
            let result = unsafe sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
            guard let pointer = unsafe prepared, result == SQLITE_OK else { throw SQLiteError(result: result) }
            return unsafe pointer
        }
    }

    deinit {
        unsafe sqlite3_finalize(pointer)
    }

    /// Runs the statement for its effect.
    borrowing func run(_ parameters: [SQLValue]) throws(SQLiteError) {
        _ = try all(parameters) { _ in }
    }

    /// Runs the statement, to its end, and reads its first row.
    borrowing func first<Value>(
        _ parameters: [SQLValue], _ read: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        try all(parameters, read).first
    }

    /// Runs the statement, to its end, and reads all rows.
    ///
    /// Outside of a transaction, a statement is committed when its end is reached and not before, also one that returns
    /// what it wrote.
    borrowing func all<Value>(
        _ parameters: [SQLValue], _ read: (borrowing Row) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        defer {
            unsafe sqlite3_reset(pointer)
            unsafe sqlite3_clear_bindings(pointer)
        }
        for (index, parameter) in parameters.enumerated() {
            try bind(parameter, at: Int32(index + 1))
        }
        var values: [Value] = []
        while true {
            let result = unsafe sqlite3_step(pointer)
            switch result {
            case SQLITE_ROW: values.append(try unsafe read(Row(pointer)))
            case SQLITE_DONE: return values
            default: throw SQLiteError(result: result)
            }
        }
    }

    private borrowing func bind(_ value: SQLValue, at index: Int32) throws(SQLiteError) {
        let result: Int32
        switch value {
        case .null: result = unsafe sqlite3_bind_null(pointer, index)
        case .integer(let number): result = unsafe sqlite3_bind_int64(pointer, index, number)
        case .real(let number) where number.isNaN:
            throw SQLiteError(SQLITE_CONSTRAINT, "a time is no number")
        case .real(let number): result = unsafe sqlite3_bind_double(pointer, index, number)
        case .blob(let bytes):
            result = unsafe bytes.withUnsafeBytes {
                unsafe attest_sqlite_bind_blob(pointer, index, $0.baseAddress, UInt64($0.count))
            }
        case .text(let text):
            // With the count, because a text may hold NUL characters.
            result = unsafe Array(text.utf8).withUnsafeBytes {
                unsafe attest_sqlite_bind_text(pointer, index, $0.baseAddress, UInt64($0.count))
            }
        }
        guard result == SQLITE_OK else { throw SQLiteError(result: result) }
    }
}
