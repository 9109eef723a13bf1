internal import CAttestSQLite

/// An open file with its statements; one thread at a time may use it.
final class Session {
    let database: Database
    let statements: Statements
    private let files: OpenFiles

    /// Opens a store's file, creates it when there is none, and brings its tables up to date.
    ///
    /// - Parameters:
    ///   - path: The path as the caller gave it.
    ///   - patience: How long a lock of another connection is waited for, on the caller's thread.
    /// - Returns: The open file.
    /// - Throws: For a file that cannot be opened, and for one that is not a store's.
    static func open(_ path: String, patience: Duration) throws(SQLiteError) -> Session {
        let deadline = ContinuousClock.now + patience
        let file = try DatabaseFile.path(path)
        try DatabaseFile.create(at: file)
        while true {
            do throws(SQLiteError) {
                return try Session(file)
            } catch {
                guard error.isBusy, ContinuousClock.now < deadline else {
                    throw SQLiteError(error, message: "cannot open \(path): \(error.message)")
                }
                sqlite3_sleep(1)
            }
        }
    }

    private init(_ file: String) throws(SQLiteError) {
        let main = OpenFiles.identity(file)
        let database = try Database(path: file)
        // So that the transaction which makes the tables outlasts the moments in which others that open the file read it. Not
        // longer, because SQLite soon pauses for so long that it misses the moments in which a lock is free.
        try database.execute("PRAGMA busy_timeout = 20")
        try database.configure()
        statements = try Statements(database)
        files = try OpenFiles(of: database, openedAs: main)
        try database.execute("PRAGMA busy_timeout = 0")
        self.database = database
    }

    /// Makes sure that the files at the store's paths are those that are open.
    ///
    /// A file that is replaced between this and the write that follows is noticed by the next call only. What was written
    /// meanwhile goes to the old file.
    ///
    /// - Throws: When a file was deleted, or another one has taken its place.
    func checkFiles() throws(SQLiteError) { try files.check() }
}
