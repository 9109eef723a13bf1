/// The statements of a store, prepared once on each connection under the names of the cases.
enum Statement: String, CaseIterable {
    case spend
    case spendAndLoad
    case purge
    case register
    case record
    case recordsOfAccount
    case advance
    case updateReceipt
    case remove
    case removeAccount

    var name: String { "attest_\(rawValue)" }

    /// The script that prepares all, in one round trip.
    static let preparation =
        "DEALLOCATE ALL;\n"
        + allCases.map { "PREPARE \"\($0.name)\" (\($0.types)) AS \($0.sql);" }.joined(separator: "\n")

    /// The columns that `KeyRecord` is read from and bound to, in its order.
    private static let columns = """
        key_id, public_key, account, app_id, environment, receipt, launch_category, bundle_version, counter, recent, \
        created, last_used
        """

    private var types: String {
        switch self {
        case .spend: "uuid, timestamptz"
        case .spendAndLoad: "uuid, timestamptz, bytea"
        case .purge: "timestamptz, bigint"
        case .register:
            "bytea, bytea, bytea, text, text, bytea, bigint, bytea, bigint, bigint, timestamptz, timestamptz"
        case .record, .recordsOfAccount, .remove, .removeAccount: "bytea"
        case .advance: "bytea, bigint, bigint, bigint, timestamptz"
        case .updateReceipt: "bytea, bytea"
        }
    }

    var sql: String {
        switch self {
        case .spend:
            "INSERT INTO attest.spent_challenges (id, expiry) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING"
        case .spendAndLoad:
            // The challenge is used up whatever the rest finds.
            """
            WITH spent AS (
                INSERT INTO attest.spent_challenges (id, expiry) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING
                RETURNING true
            )
            SELECT is_fresh, \(Self.columns)
            FROM (SELECT EXISTS (SELECT FROM spent) AS is_fresh) AS spending
            LEFT JOIN attest.keys ON is_fresh AND key_id = $3
            """
        case .purge:
            // Instances that purge at once take different ones.
            """
            DELETE FROM attest.spent_challenges WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM attest.spent_challenges WHERE expiry < $1 ORDER BY expiry LIMIT $2
                FOR UPDATE SKIP LOCKED
            ))
            """
        case .register:
            """
            INSERT INTO attest.keys (\(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
            ON CONFLICT (key_id) DO NOTHING
            """
        case .record: "SELECT \(Self.columns) FROM attest.keys WHERE key_id = $1"
        case .recordsOfAccount: "SELECT \(Self.columns) FROM attest.keys WHERE account = $1 ORDER BY created, key_id"
        case .advance:
            // `CounterState.accepting`, for every rule, in one conditional write: $2 is the counter, $3 the window and $4
            // the largest jump. PostgreSQL shifts by a number modulo 64, hence the cases. A write that waits for another
            // looks at the conditions anew.
            """
            UPDATE attest.keys SET
                counter = greatest(counter, $2),
                recent = CASE
                    WHEN $2 <= counter THEN recent | (1::bigint << (counter - $2)::integer)
                    WHEN $2 - counter < 64 THEN (recent << ($2 - counter)::integer) | 1
                    ELSE 1
                END,
                last_used = $5
            WHERE key_id = $1 AND CASE
                WHEN $2 > counter THEN $2 - counter <= $4
                WHEN counter - $2 < $3 THEN recent & (1::bigint << (counter - $2)::integer) = 0
                ELSE false
            END
            RETURNING \(Self.columns)
            """
        case .updateReceipt: "UPDATE attest.keys SET receipt = $2 WHERE key_id = $1"
        case .remove: "DELETE FROM attest.keys WHERE key_id = $1"
        case .removeAccount: "DELETE FROM attest.keys WHERE account = $1"
        }
    }
}
