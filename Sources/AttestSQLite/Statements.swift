/// All statements of a store, prepared once.
final class Statements {
    let spend: Statement
    let purge: Statement
    let register: Statement
    let record: Statement
    let recordsOfAccount: Statement
    let advanceStrictly: Statement
    let updateCounter: Statement
    let updateReceipt: Statement
    let remove: Statement
    let removeAccount: Statement

    /// The columns that `KeyRecord` is read from and bound to, in its order.
    private static let columns = """
        key_id, public_key, account, app_id, environment, receipt, launch_category, bundle_version, counter, recent, \
        created, last_used
        """

    /// Deletes some at a time, because SQLite's own `DELETE … LIMIT` is not in every build of it.
    static let purgeSQL = """
        DELETE FROM spent_challenges WHERE id IN (SELECT id FROM spent_challenges WHERE expiry < ?1 LIMIT ?2)
        """

    init(_ database: borrowing Database) throws(SQLiteError) {
        let columns = Self.columns
        spend = try Statement(
            "INSERT INTO spent_challenges (id, expiry) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING", in: database)
        purge = try Statement(Self.purgeSQL, in: database)
        register = try Statement(
            """
            INSERT INTO keys (\(columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT (key_id) DO NOTHING
            """, in: database)
        record = try Statement("SELECT \(columns) FROM keys WHERE key_id = ?1", in: database)
        recordsOfAccount = try Statement(
            "SELECT \(columns) FROM keys WHERE account = ?1 ORDER BY created, key_id", in: database)
        // As `CounterState.accepting` shifts: SQLite, too, shifts everything out by 64 or more.
        advanceStrictly = try Statement(
            """
            UPDATE keys SET counter = ?2, recent = (recent << (?2 - counter)) | 1, last_used = ?3
            WHERE key_id = ?1 AND counter < ?2 RETURNING \(columns)
            """, in: database)
        updateCounter = try Statement(
            "UPDATE keys SET counter = ?2, recent = ?3, last_used = ?4 WHERE key_id = ?1", in: database)
        updateReceipt = try Statement("UPDATE keys SET receipt = ?2 WHERE key_id = ?1", in: database)
        remove = try Statement("DELETE FROM keys WHERE key_id = ?1", in: database)
        removeAccount = try Statement("DELETE FROM keys WHERE account = ?1", in: database)
    }
}
