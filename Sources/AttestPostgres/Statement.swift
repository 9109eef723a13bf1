/// The statements of a store, prepared once on each connection under the names of the cases.
enum Statement: String, CaseIterable {
    case spend
    case spendAndLoad
    case purge
    case mark
    case confirmMark
    case register
    case record
    case recordsOfAccount
    case advance
    case updateReceipt
    case remove
    case removeAccount
    case claimReceipts
    case replaceReceipt
    case postponeReceipt
    case samples
    case takeToken
    case purgeQuotas

    var name: String { "attest_\(rawValue)" }

    /// Whether it fails on a full disk.
    var isWriting: Bool {
        switch self {
        case .record, .recordsOfAccount, .samples: false
        default: true
        }
    }

    /// Whether an answer shows that a row was written: one that changed nothing succeeds on a full disk as well.
    func hasWritten(_ answer: Answer) -> Bool {
        switch self {
        // Has a row in any case, whose first column says whether the challenge was used up.
        case .spendAndLoad: (try? answer.rows.first?.bool(0)) ?? false
        default: isWriting && answer.count > 0
        }
    }

    /// The script that prepares all, in one round trip.
    static let preparation =
        "DEALLOCATE ALL;\n"
        + allCases.map { "PREPARE \"\($0.name)\"\($0.types.isEmpty ? "" : " (\($0.types))") AS \($0.sql);" }.joined(
            separator: "\n")

    /// The columns that `KeyRecord` is read from and bound to, in its order.
    private static let columns = """
        key_id, public_key, account, app_id, environment, receipt, launch_category, bundle_version, counter, recent, \
        created, last_used, receipt_not_before, receipt_expiration, risk_metric
        """

    /// Uses a challenge up, unless it is used already, or purges may have deleted its row.
    private static let spending = """
        INSERT INTO attest.spent_challenges (id, expiry)
        SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM attest.purge_mark WHERE is_only AND expiry >= $2)
        ON CONFLICT (id) DO NOTHING
        """

    private var types: String {
        switch self {
        case .spend: "uuid, timestamptz"
        case .spendAndLoad: "uuid, timestamptz, bytea"
        case .purge: "timestamptz, bigint"
        case .mark: "timestamptz"
        case .confirmMark: ""
        case .register:
            """
            bytea, bytea, bytea, text, text, bytea, bigint, bytea, bigint, bigint, timestamptz, timestamptz, \
            timestamptz, timestamptz, bigint
            """
        case .record, .recordsOfAccount, .removeAccount: "bytea"
        case .advance: "bytea, bigint, bigint, bigint, timestamptz"
        case .remove, .updateReceipt: "bytea, bytea"
        case .claimReceipts: "timestamptz, timestamptz, bigint"
        case .replaceReceipt: "bytea, bytea, timestamptz, timestamptz, timestamptz, timestamptz, bigint, bigint"
        case .postponeReceipt: "bytea, timestamptz"
        case .samples: "bytea, bigint"
        case .takeToken: "bytea, bigint, bigint, bigint, bigint"
        case .purgeQuotas: "bigint, bigint"
        }
    }

    var sql: String {
        switch self {
        case .spend:
            Self.spending
        case .spendAndLoad:
            // The challenge is used up whatever the rest finds.
            """
            WITH spent AS (
                \(Self.spending) RETURNING true
            )
            SELECT is_fresh, \(Self.columns)
            FROM (SELECT EXISTS (SELECT FROM spent) AS is_fresh) AS spending
            LEFT JOIN attest.keys ON is_fresh AND key_id = $3
            """
        case .purge:
            // Only what the mark covers, and only when no statement runs any more that began before the mark was there: such
            // a one could use a challenge again whose row is gone. Instances that purge at once take different rows.
            """
            DELETE FROM attest.spent_challenges WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM attest.spent_challenges WHERE expiry < least($1, now()) AND expiry <= (
                    SELECT expiry FROM attest.purge_mark WHERE is_only AND committed + grace <= clock_timestamp())
                ORDER BY expiry LIMIT $2
                FOR UPDATE SKIP LOCKED
            ))
            """
        case .mark:
            // The latest expiry, never the time of the purge: a purge while a clock shows 2030 must not refuse everything
            // until then. A mark that is not settled yet stays, or frequent purges would never delete anything.
            """
            UPDATE attest.purge_mark SET expiry = latest, committed = NULL
            FROM (SELECT max(expiry) AS latest FROM attest.spent_challenges WHERE expiry < least($1, now())) AS expired
            WHERE is_only AND (
                purge_mark.expiry IS NULL AND latest IS NOT NULL
                OR latest > purge_mark.expiry AND committed + grace <= clock_timestamp())
            """
        case .confirmMark:
            // A statement of its own, because only a committed mark shows when it was committed at the latest. A time in the
            // future was noted while the server's clock was ahead.
            """
            UPDATE attest.purge_mark SET committed = clock_timestamp()
            WHERE is_only AND expiry IS NOT NULL AND (committed IS NULL OR committed > clock_timestamp())
            """
        case .register:
            """
            INSERT INTO attest.keys (\(Self.columns), receipt_due)
            VALUES (
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
                CASE WHEN $6 IS NOT NULL THEN coalesce($13, $11) END)
            ON CONFLICT (key_id) DO NOTHING
            """
        case .record: "SELECT \(Self.columns) FROM attest.keys WHERE key_id = $1"
        case .recordsOfAccount: "SELECT \(Self.columns) FROM attest.keys WHERE account = $1 ORDER BY created, key_id"
        case .advance:
            // `CounterState.accepting`, for every rule, in one conditional write: $2 is the counter, $3 the window and $4
            // the largest jump. PostgreSQL shifts by a number modulo 64, hence the cases. A write that waits for another
            // looks at the conditions again. The highest counter counts as accepted also in rows that were imported with its
            // bit clear.
            """
            UPDATE attest.keys SET
                counter = greatest(counter, $2),
                recent = CASE
                    WHEN $2 <= counter THEN recent | 1 | (1::bigint << (counter - $2)::integer)
                    WHEN $2 - counter < 64 THEN ((recent | 1) << ($2 - counter)::integer) | 1
                    ELSE 1
                END,
                last_used = $5
            WHERE key_id = $1 AND CASE
                WHEN $2 > counter THEN $2 - counter <= $4
                WHEN counter - $2 < $3 THEN (recent | 1) & (1::bigint << (counter - $2)::integer) = 0
                ELSE false
            END
            RETURNING \(Self.columns)
            """
        case .updateReceipt:
            """
            UPDATE attest.keys SET receipt = $2, receipt_not_before = NULL, receipt_expiration = NULL,
                receipt_due = coalesce(receipt_due, created)
            WHERE key_id = $1
            """
        case .remove: "DELETE FROM attest.keys WHERE key_id = $1 AND account = $2"
        case .removeAccount: "DELETE FROM attest.keys WHERE account = $1"
        case .claimReceipts:
            // Instances that claim at once take different ones.
            """
            WITH due AS MATERIALIZED (
                SELECT key_id AS due_id, receipt_due AS due_time FROM attest.keys
                WHERE receipt_due <= $1 AND receipt IS NOT NULL ORDER BY receipt_due LIMIT $3
                FOR NO KEY UPDATE SKIP LOCKED
            ), claimed AS (
                UPDATE attest.keys SET receipt_due = $2 FROM due WHERE key_id = due_id RETURNING due_time, \(Self.columns)
            )
            SELECT \(Self.columns) FROM claimed ORDER BY due_time
            """
        case .replaceReceipt:
            // What the row has says which sample is the newest: after waiting for another write of the row, it is looked at
            // anew, which the other samples would not be. All else waits until the row is this statement's.
            """
            WITH replaced AS (
                UPDATE attest.keys SET
                    receipt = $2, receipt_not_before = $3, receipt_expiration = $4, receipt_due = $5,
                    risk_metric = CASE WHEN $6 >= coalesce(risk_time, $6) THEN $7 ELSE risk_metric END,
                    risk_time = CASE WHEN $6 >= coalesce(risk_time, $6) THEN $6 ELSE risk_time END
                WHERE key_id = $1 RETURNING key_id
            ), added AS (
                INSERT INTO attest.risk_samples (key_id, time, metric)
                SELECT key_id, $6, $7 FROM replaced WHERE $6 IS NOT NULL
                ON CONFLICT (key_id, time) DO UPDATE SET metric = excluded.metric
            ), trimmed AS (
                DELETE FROM attest.risk_samples USING replaced
                WHERE risk_samples.key_id = $1 AND time <> $6 AND time <= (
                    SELECT time FROM attest.risk_samples WHERE key_id = $1 ORDER BY time DESC LIMIT 1 OFFSET $8)
            )
            SELECT key_id FROM replaced
            """
        case .postponeReceipt: "UPDATE attest.keys SET receipt_due = $2 WHERE key_id = $1"
        case .samples:
            "SELECT time, metric FROM attest.risk_samples WHERE key_id = $1 ORDER BY time DESC LIMIT $2"
        case .takeToken:
            // As `TokenBucket.taking` does it. A write that waits for another looks at the condition again.
            """
            INSERT INTO attest.new_key_quotas AS bucket (account_hash, full_at) VALUES ($1, $2 + $4)
            ON CONFLICT (account_hash) DO UPDATE SET
                full_at = CASE WHEN bucket.full_at > $5 THEN $2 ELSE greatest(bucket.full_at, $2) END + $4
            WHERE bucket.full_at <= $3 OR bucket.full_at > $5
            """
        case .purgeQuotas:
            """
            DELETE FROM attest.new_key_quotas WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM attest.new_key_quotas WHERE full_at < $1 ORDER BY full_at LIMIT $2
                FOR UPDATE SKIP LOCKED
            ))
            """
        }
    }
}
