internal import CAttestSQLite

/// The tables, and how older files get them.
enum Schema {
    /// `PRAGMA application_id` of the files, "Atst": tells them from the databases of other applications.
    static let applicationID: Int64 = 0x4174_7374

    /// What makes each version of the schema out of the one before; `PRAGMA user_version` counts those that a file has.
    ///
    /// Files exist with these tables, so entries are added and never changed. Times are seconds since 2001, to the bit as
    /// `Date` keeps them. `recent` holds the bits of an unsigned number, and `full_at`
    /// microseconds since 2001.
    static let migrations = [
        """
        CREATE TABLE spent_challenges (
            id BLOB NOT NULL PRIMARY KEY,
            expiry REAL NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX spent_challenges_by_expiry ON spent_challenges (expiry);

        CREATE TABLE keys (
            key_id BLOB NOT NULL PRIMARY KEY CHECK (length(key_id) = 32),
            public_key BLOB NOT NULL CHECK (length(public_key) = 65),
            account TEXT NOT NULL,
            app_id TEXT NOT NULL,
            environment TEXT NOT NULL,
            receipt BLOB,
            launch_category INTEGER,
            bundle_version TEXT,
            counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
            recent INTEGER NOT NULL,
            created REAL NOT NULL,
            last_used REAL
        ) STRICT;
        CREATE INDEX keys_by_account ON keys (account);
        """,
        // A program of the version before may go on with a file that has become this one: to keys that it registers the
        // defaults apply, and samples go with the keys that it removes. The default of receipt_due, the beginning of 2001,
        // makes every receipt due that was there before.
        """
        ALTER TABLE keys ADD COLUMN receipt_not_before REAL;
        ALTER TABLE keys ADD COLUMN receipt_expiration REAL;
        ALTER TABLE keys ADD COLUMN receipt_due REAL DEFAULT 0;
        ALTER TABLE keys ADD COLUMN risk_metric INTEGER CHECK (risk_metric BETWEEN 0 AND 4294967295);
        ALTER TABLE keys ADD COLUMN risk_time REAL;
        CREATE INDEX keys_by_receipt_due ON keys (receipt_due) WHERE receipt IS NOT NULL;

        CREATE TABLE risk_samples (
            key_id BLOB NOT NULL,
            time REAL NOT NULL,
            metric INTEGER NOT NULL CHECK (metric BETWEEN 0 AND 4294967295),
            PRIMARY KEY (key_id, time)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER keys_removed AFTER DELETE ON keys BEGIN
            DELETE FROM risk_samples WHERE key_id = OLD.key_id;
        END;

        CREATE TABLE new_key_quotas (
            account_hash BLOB NOT NULL PRIMARY KEY CHECK (length(account_hash) = 32),
            full_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX new_key_quotas_by_full_at ON new_key_quotas (full_at);
        """,
        // The mark of `SpentChallengeStore`, minus infinity at first. Kept by triggers, so that every program holds to it, also
        // one of the version before, and every statement, in one step with what it does. Without its row all is refused.
        """
        CREATE TABLE spent_challenges_mark (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            expiry REAL NOT NULL
        ) STRICT;
        INSERT INTO spent_challenges_mark VALUES (1, -9e999);
        CREATE TRIGGER spent_challenges_forgotten AFTER DELETE ON spent_challenges BEGIN
            UPDATE spent_challenges_mark SET expiry = OLD.expiry WHERE expiry < OLD.expiry;
        END;
        CREATE TRIGGER spent_challenges_marked BEFORE INSERT ON spent_challenges
        WHEN NEW.expiry <= coalesce((SELECT expiry FROM spent_challenges_mark), 9e999) BEGIN
            SELECT RAISE(IGNORE);
        END;
        """,
    ]

    /// Brings a file to the newest version, in one transaction.
    ///
    /// - Throws: For a database of another application, or of a newer version of this package.
    static func migrate(
        _ database: borrowing Database, by migrations: [String] = migrations
    ) throws(SQLiteError) {
        // The usual case, in which the lock of a writer need not be waited for.
        if try database.integer("PRAGMA application_id") == applicationID,
            try database.integer("PRAGMA user_version") == migrations.count
        {
            return
        }
        try database.transaction { () throws(SQLiteError) in
            let version = try database.integer("PRAGMA user_version")
            if try database.integer("PRAGMA application_id") != applicationID {
                guard version == 0, try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else {
                    throw SQLiteError(SQLITE_CANTOPEN, "the file is a database of another application")
                }
                try database.execute("PRAGMA application_id = \(applicationID)")
            }
            guard (0...Int64(migrations.count)).contains(version) else {
                throw SQLiteError(
                    SQLITE_CANTOPEN,
                    "the file has version \(version) of the tables, and this program knows up to \(migrations.count)")
            }
            guard version < migrations.count else { return }
            for migration in migrations.dropFirst(Int(version)) {
                try database.execute(migration)
            }
            try database.execute("PRAGMA user_version = \(migrations.count)")
        }
    }
}
