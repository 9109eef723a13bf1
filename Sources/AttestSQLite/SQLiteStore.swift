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
/// The work is done on a thread of the store's own, never on one of the concurrency pool. While another process holds the
/// file's lock, a call that writes waits for up to ten seconds from its arrival, and calls that read are served. Once
/// the lock has been held for ten seconds, calls fail within a tenth of a second until one gets it. Then, and when the
/// disk or the file fails, ``SQLiteError`` is thrown. A task that is cancelled while its call waits throws
/// `CancellationError`; a write that has begun runs to its end.
///
/// When a file is deleted or replaced while a store has it open, every call that writes fails, because nobody would find
/// what it wrote. So stop the service before you restore a backup. A write that is under way at that moment may not
/// notice; the next one does.
///
/// Accounts are told apart by their UTF-8 bytes, so texts that differ in Unicode normalization are two accounts. Call
/// ``purge(before:)`` and ``purgeNewKeyQuotas(before:)`` now and then.
public final class SQLiteStore: AttestStore, ReceiptStore, NewKeyQuotaStore {
    let thread: StoreThread

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
    public convenience init(path: String) throws(SQLiteError) {
        try self.init(path: path, patience: .seconds(10))
    }

    /// Opens a file, and waits that long for locks of others.
    package init(path: String, patience: Duration) throws(SQLiteError) {
        thread = try StoreThread(path: path, patience: patience)
    }

    /// Closes the files, after the calls that came before have their answers.
    ///
    /// Calls that come later fail. A store that is released closes its files as well, at some time.
    public func close() async {
        await thread.close()
    }
}
