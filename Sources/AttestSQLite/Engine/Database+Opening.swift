internal import CAttestSQLite

extension Database {
    /// Makes a store's settings, and brings its tables up to date; can be repeated when the file was locked.
    borrowing func configure() throws(SQLiteError) {
        guard sqlite3_libversion_number() >= 3_037_000, sqlite3_threadsafe() != 0 else {
            throw SQLiteError(SQLITE_MISUSE, "SQLite 3.37 or newer, built for threads, is needed")
        }
        guard !isReadOnly else { throw SQLiteError(SQLITE_READONLY, "no permission to write") }
        // FULL: a transaction is on the disk before its success is reported, so that no loss of power brings a used
        // challenge or counter back. NORMAL would be faster by one `fsync` each, and could lose the last ones. On
        // Apple's systems `fsync` alone does not reach the disk, hence fullfsync.
        try execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA trusted_schema = OFF")
        // Before WAL, which changes the file: it may be another application's.
        try Schema.migrate(self)
        guard try text("PRAGMA journal_mode = WAL") == "wal" else {
            throw SQLiteError(SQLITE_CANTOPEN, "the file system does not support SQLite's WAL mode")
        }
    }
}
