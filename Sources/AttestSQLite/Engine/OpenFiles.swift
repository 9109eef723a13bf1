internal import CAttestSQLite

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Which files a database has open, to notice when they are deleted or replaced at their paths.
///
/// SQLite would go on with the old files, where nobody finds what it writes, while other processes, and this one after a
/// restart, know nothing of the challenges that were used. `SQLITE_FCNTL_HAS_MOVED` tells this of the main file only.
struct OpenFiles {
    /// What tells a file from every other one, as long as it is open.
    struct Identity: Equatable {
        let device: dev_t
        let inode: ino_t
    }

    private let identities: [(path: String, identity: Identity)]

    /// Remembers the files of a database.
    ///
    /// - Parameters:
    ///   - database: Is accessed, so that SQLite has all its files open, and keeps them until it is closed.
    ///   - main: The main file as it was at its path before it was opened.
    /// - Throws: For a file that is not at its path, and for a main file that was replaced meanwhile.
    init(of database: borrowing Database, openedAs main: Identity?) throws(SQLiteError) {
        _ = try database.integer("SELECT count(*) FROM sqlite_schema")
        var identities: [(path: String, identity: Identity)] = []
        for suffix in ["", "-wal", "-shm"] {
            let path = database.path + suffix
            guard let identity = Self.identity(path) else { throw .moved(path) }
            identities.append((path, identity))
        }
        guard identities.first?.identity == main else { throw .moved(database.path) }
        self.identities = identities
    }

    /// Compares the files at the paths with those that were remembered.
    func check() throws(SQLiteError) {
        for (path, identity) in identities where Self.identity(path) != identity { throw .moved(path) }
    }

    /// What is at a path; nil when there is nothing.
    static func identity(_ path: String) -> Identity? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        return Identity(device: facts.st_dev, inode: facts.st_ino)
    }
}

extension SQLiteError {
    /// A file that is open and no longer at its path.
    fileprivate static func moved(_ path: String) -> SQLiteError {
        SQLiteError(
            result: SQLITE_READONLY | 4 << 8,  // SQLITE_READONLY_DBMOVED, which Swift does not import
            message: "\(path) was deleted or replaced while the store had it open; restart the service")
    }
}
