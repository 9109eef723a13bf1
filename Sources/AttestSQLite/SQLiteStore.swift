internal import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A store in an SQLite file, which survives restarts; for services on one machine.
///
/// Several stores and processes of the machine can share a file, which must be on a local file system. Before a call
/// returns, what it wrote is on the disk (`synchronous = FULL`): that costs an `fsync` for each, and no loss of power
/// brings a used challenge or counter back.
///
/// The work is done on a thread of the store's own, never on one of the concurrency pool. A lock of another process is
/// waited for, up to ten seconds; then, and when the disk or the file fails, ``SQLiteError`` is thrown.
///
/// Accounts are told apart by their UTF-8 bytes, so texts that differ in Unicode normalization are two accounts. Call
/// ``purge(before:)`` and ``purgeNewKeyQuotas(before:)`` now and then.
public actor SQLiteStore: AttestStore, ReceiptStore, NewKeyQuotaStore {
    private let executor = StoreExecutor()
    let database: Database
    let statements: Statements

    /// Opens a file, creates it when there is none, and brings the tables of an older one up to date.
    ///
    /// A new file can be read and written by its owner only; so can the two that SQLite keeps beside it, with `-wal`
    /// and `-shm` added to the name. An existing file keeps its permissions. Back the three up with SQLite's tools, not
    /// by copying.
    ///
    /// Runs on the caller's thread, so open a store when the service starts.
    ///
    /// - Parameter path: The path of the file, in a directory that exists. `:memory:` is refused: `InMemoryStore` is
    ///   the store for that.
    /// - Throws: For a file that cannot be opened, is no SQLite database, or belongs to another application or to a
    ///   newer version of this package.
    public init(path: String) throws(SQLiteError) {
        try self.init(path: path, patience: 10_000)
    }

    /// Opens a file, and waits about that many milliseconds for locks of others.
    package init(path: String, patience: Int) throws(SQLiteError) {
        let database = try Database.open(path, patience: patience)
        statements = try Statements(database)
        self.database = database
    }

    #if !canImport(Darwin)
    // Closing the file may write to the disk, so it is done on the store's thread. Darwin has this only from macOS 15.4
    // on; there the file is closed where the store is released.
    isolated deinit {}
    #endif

    /// The store's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
}
