internal import AttestCore
public import AttestVerify

extension SQLiteStore: HealthReportingStore {
    /// How long a report waits for a lock of another connection.
    private static let healthPatience = Duration.seconds(1)

    /// Asks the file for its state: whether it can be written, its settings, and whether it is still at its path.
    ///
    /// Whether it can be written is found out by a transaction that is committed, on the disk as every other, and leaves the
    /// tables as they were: only that shows a full disk.
    ///
    /// - Returns: The report; the notes say why something is not as it should be.
    public func health() async -> StoreHealth {
        var notes: [String] = []
        var isWritable: Bool?
        do {
            try await thread.write(within: Self.healthPatience) { try $0.tryToWrite() }
            isWritable = true
        } catch let error as SQLiteError {
            isWritable = false
            notes.append("not writable: \(error)")
        } catch {
            notes.append("not asked whether it is writable: the task was cancelled")
        }
        do {
            let settings = try await thread.read { try $0.settings() }
            if !settings.isDurable {
                notes.append("not durable: journal mode \(settings.journal), synchronous \(settings.synchronous)")
            }
            return StoreHealth(
                isReachable: true, schemaVersion: settings.schemaVersion, isWritable: isWritable,
                isDurable: settings.isDurable, notes: notes)
        } catch {
            notes.append("not readable: \((error as? SQLiteError)?.description ?? "the task was cancelled")")
            return StoreHealth(isReachable: false, isWritable: isWritable, notes: notes)
        }
    }
}

/// What of a file's settings matters to its durability.
private struct Settings: Sendable {
    let schemaVersion: Int
    let journal: String
    let synchronous: Int64

    /// FULL is 2, and EXTRA 3.
    var isDurable: Bool { journal == "wal" && synchronous >= 2 }
}

extension Session {
    /// Writes, and takes it back in the same transaction: the pages are changed all the same, and go to the disk.
    fileprivate func tryToWrite() throws(SQLiteError) {
        try database.transaction { () throws(SQLiteError) in
            try database.execute(
                """
                INSERT INTO new_key_quotas (account_hash, full_at) VALUES (zeroblob(32), 0);
                DELETE FROM new_key_quotas WHERE account_hash = zeroblob(32);
                """)
        }
    }

    /// The settings as they are in force.
    fileprivate func settings() throws(SQLiteError) -> Settings {
        Settings(
            schemaVersion: Int(try database.integer("PRAGMA user_version")),
            journal: try database.text("PRAGMA journal_mode"),
            synchronous: try database.integer("PRAGMA synchronous"))
    }
}
