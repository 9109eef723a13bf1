public import AttestCore
public import AttestVerify

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
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
/// ``purge(before:)`` now and then.
public actor SQLiteStore: AttestStore {
    private let executor = StoreExecutor()
    private let database: Database
    private let statements: Statements

    /// How many challenges are forgotten at once; other callers, and other processes, come in between.
    private static let purgeBatch = 1000

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

    /// Marks a challenge as used.
    public func spend(_ challenge: ChallengeID, until expiry: Date) throws -> Bool {
        try statements.spend.run([.blob(challenge.bytes), expiry.column])
        return database.changes == 1
    }

    /// Marks a challenge as used and loads a key, one right after the other.
    ///
    /// Not in one transaction: the challenge must stay used also when the key cannot be read.
    public func spend(
        _ challenge: ChallengeID, until expiry: Date, loading keyID: KeyID
    ) throws -> (isFresh: Bool, record: KeyRecord?) {
        let isFresh = try spend(challenge, until: expiry)
        return (isFresh, isFresh ? try record(keyID) : nil)
    }

    /// Forgets the challenges whose time is over.
    ///
    /// Many are forgotten in several steps, between which other calls are served.
    public func purge(before time: Date) async throws -> Int {
        var count = 0
        while true {
            try statements.purge.run([time.column, .integer(Int64(Self.purgeBatch))])
            let changes = database.changes
            count += changes
            guard changes == Self.purgeBatch else { return count }
            await Task.yield()
        }
    }

    /// Adds a record, unless its key is registered already.
    public func register(_ record: KeyRecord) throws -> Bool {
        try statements.register.run(record.columns)
        return database.changes == 1
    }

    /// The record of a key; nil when it is not registered.
    public func record(_ keyID: KeyID) throws -> KeyRecord? {
        try statements.record.first([.blob(keyID.bytes)], KeyRecord.init)
    }

    /// The records of an account, the oldest first.
    public func records(of account: String) throws -> [KeyRecord] {
        try statements.recordsOfAccount.all([.text(account)], KeyRecord.init)
    }

    /// Accepts a counter of a key, and marks the key as used.
    public func advance(
        _ keyID: KeyID, to counter: UInt32, by rule: CounterRule, at time: Date
    ) throws -> KeyRecord? {
        // The usual case is a single conditional write. Whatever it does not accept is looked at below.
        if rule == .strict,
            let record = try statements.advanceStrictly.first(
                [.blob(keyID.bytes), .integer(Int64(counter)), time.column], KeyRecord.init)
        {
            return record
        }
        return try database.transaction { () throws(SQLiteError) -> Result<KeyRecord?, AttestError> in
            guard var record = try statements.record.first([.blob(keyID.bytes)], KeyRecord.init) else {
                return .success(nil)
            }
            do throws(AttestError) {
                record.counter = try record.counter.accepting(counter, by: rule)
            } catch {
                return .failure(error)
            }
            record.lastUsed = time
            try statements.updateCounter.run([
                .blob(keyID.bytes), .integer(Int64(record.counter.highest)),
                .integer(Int64(bitPattern: record.counter.recent)), time.column,
            ])
            return .success(record)
        }.get()
    }

    /// Replaces the receipt of a key.
    public func updateReceipt(_ keyID: KeyID, to receipt: [UInt8]) throws -> Bool {
        try statements.updateReceipt.run([.blob(keyID.bytes), .blob(receipt)])
        return database.changes == 1
    }

    /// Removes a key, which can then be registered again.
    public func remove(_ keyID: KeyID) throws -> Bool {
        try statements.remove.run([.blob(keyID.bytes)])
        return database.changes == 1
    }

    /// Removes all keys of an account.
    public func removeAll(of account: String) throws -> Int {
        try statements.removeAccount.run([.text(account)])
        return database.changes
    }
}
