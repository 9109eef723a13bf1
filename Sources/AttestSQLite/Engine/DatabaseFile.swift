internal import CAttestSQLite
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The file of a database.
enum DatabaseFile {
    /// See `create(at:)`.
    private static let creation = Mutex(())

    /// The path as SQLite takes it for a file whatever it begins with: `file:` would be a URI to it.
    ///
    /// - Throws: For what names no file.
    static func path(_ path: String) throws(SQLiteError) -> String {
        guard !path.isEmpty, path != ":memory:" else {
            throw SQLiteError(SQLITE_CANTOPEN, "no path of a file; InMemoryStore is the store in memory")
        }
        guard !path.utf8.contains(0) else { throw SQLiteError(SQLITE_CANTOPEN, "the path holds a NUL character") }
        return path.utf8.first == UInt8(ascii: "/") ? path : "./" + path
    }

    /// Creates an empty file that only its owner may read and write, unless there is a file.
    ///
    /// SQLite gives the files beside it, `-wal` and `-shm`, the same permissions.
    static func create(at path: String) throws(SQLiteError) {
        // A process loses all its locks on a file when it closes any of its descriptors for it. So within the process
        // no other store may see, and lock, the new file before it is closed here.
        let problem = creation.withLock { _ -> Int32? in
            let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode_t(0o600))
            guard descriptor >= 0 else { return errno == EEXIST ? nil : errno }
            defer { close(descriptor) }
            // The process's umask may have taken from the owner's permissions as well.
            return fchmod(descriptor, mode_t(0o600)) == 0 ? nil : errno
        }
        guard let problem else { return }
        let reason = unsafe strerror(problem).map { unsafe String(cString: $0) } ?? "error \(problem)"
        throw SQLiteError(SQLITE_CANTOPEN, "cannot create \(path): \(reason)")
    }
}
