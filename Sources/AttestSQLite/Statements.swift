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
    let dueReceipts: Statement
    let postponeReceipt: Statement
    let replaceReceipt: Statement
    let addSample: Statement
    let trimSamples: Statement
    let samples: Statement
    let takeToken: Statement
    let purgeQuotas: Statement

    /// The columns that `KeyRecord` is read from and bound to, in its order.
    private static let columns = """
        key_id, public_key, account, app_id, environment, receipt, launch_category, bundle_version, counter, recent, \
        created, last_used, receipt_not_before, receipt_expiration, risk_metric
        """

    /// Deletes some at a time, because SQLite's own `DELETE … LIMIT` is not in every build of it.
    static let purgeSQL = """
        DELETE FROM spent_challenges WHERE id IN (SELECT id FROM spent_challenges WHERE expiry < ?1 LIMIT ?2)
        """

    static let dueReceiptsSQL = """
        SELECT \(columns) FROM keys WHERE receipt_due <= ?1 AND receipt IS NOT NULL ORDER BY receipt_due LIMIT ?2
        """

    /// As `TokenBucket.taking` does it.
    static let takeTokenSQL = """
        INSERT INTO new_key_quotas (account_hash, full_at) VALUES (?1, ?2 + ?4)
        ON CONFLICT (account_hash)
        DO UPDATE SET full_at = iif(full_at > ?5, ?2, max(full_at, ?2)) + ?4 WHERE full_at <= ?3 OR full_at > ?5
        """

    static let purgeQuotasSQL = """
        DELETE FROM new_key_quotas
        WHERE account_hash IN (SELECT account_hash FROM new_key_quotas WHERE full_at < ?1 LIMIT ?2)
        """

    init(_ database: borrowing Database) throws(SQLiteError) {
        let columns = Self.columns
        spend = try Statement(
            "INSERT INTO spent_challenges (id, expiry) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING", in: database)
        purge = try Statement(Self.purgeSQL, in: database)
        register = try Statement(
            """
            INSERT INTO keys (\(columns), receipt_due)
            VALUES (
                ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
                CASE WHEN ?6 IS NOT NULL THEN coalesce(?13, ?11) END)
            ON CONFLICT (key_id) DO NOTHING
            """, in: database)
        record = try Statement("SELECT \(columns) FROM keys WHERE key_id = ?1", in: database)
        recordsOfAccount = try Statement(
            "SELECT \(columns) FROM keys WHERE account = ?1 ORDER BY created, key_id", in: database)
        // As `CounterState.accepting` shifts: SQLite, too, shifts everything out by 64 or more. The highest counter counts
        // as accepted also in rows that were imported with its bit clear.
        advanceStrictly = try Statement(
            """
            UPDATE keys SET counter = ?2, recent = ((recent | 1) << (?2 - counter)) | 1, last_used = ?3
            WHERE key_id = ?1 AND counter < ?2 RETURNING \(columns)
            """, in: database)
        updateCounter = try Statement(
            "UPDATE keys SET counter = ?2, recent = ?3, last_used = ?4 WHERE key_id = ?1", in: database)
        updateReceipt = try Statement(
            """
            UPDATE keys SET receipt = ?2, receipt_not_before = NULL, receipt_expiration = NULL,
                receipt_due = coalesce(receipt_due, created)
            WHERE key_id = ?1
            """, in: database)
        remove = try Statement("DELETE FROM keys WHERE key_id = ?1 AND account = ?2", in: database)
        removeAccount = try Statement("DELETE FROM keys WHERE account = ?1", in: database)
        dueReceipts = try Statement(Self.dueReceiptsSQL, in: database)
        postponeReceipt = try Statement("UPDATE keys SET receipt_due = ?2 WHERE key_id = ?1", in: database)
        replaceReceipt = try Statement(
            """
            UPDATE keys SET receipt = ?2, receipt_not_before = ?3, receipt_expiration = ?4, receipt_due = ?5,
                risk_metric = CASE WHEN ?6 >= ifnull(risk_time, ?6) THEN ?7 ELSE risk_metric END,
                risk_time = CASE WHEN ?6 >= ifnull(risk_time, ?6) THEN ?6 ELSE risk_time END
            WHERE key_id = ?1
            """, in: database)
        addSample = try Statement(
            """
            INSERT INTO risk_samples (key_id, time, metric) VALUES (?1, ?2, ?3)
            ON CONFLICT (key_id, time) DO UPDATE SET metric = ?3
            """, in: database)
        trimSamples = try Statement(
            """
            DELETE FROM risk_samples WHERE key_id = ?1 AND time <= (
                SELECT time FROM risk_samples WHERE key_id = ?1 ORDER BY time DESC LIMIT 1 OFFSET ?2)
            """, in: database)
        samples = try Statement(
            "SELECT time, metric FROM risk_samples WHERE key_id = ?1 ORDER BY time", in: database)
        takeToken = try Statement(Self.takeTokenSQL, in: database)
        purgeQuotas = try Statement(Self.purgeQuotasSQL, in: database)
    }
}
