/// The tables, and how older databases get them.
enum Schema {
    /// What makes each version of the tables out of the one before.
    ///
    /// Databases exist with these tables, so entries are added and never changed.
    static let migrations = [
        """
        -- swift-attest: version 1 of the tables.
        CREATE SCHEMA IF NOT EXISTS attest;

        CREATE TABLE attest.migrations (
            version integer NOT NULL PRIMARY KEY,
            applied timestamptz NOT NULL DEFAULT now()
        );

        -- Challenges that were used, until they expire. The 16 random bytes of a challenge are kept as a uuid, which is the
        -- smallest form. Never unlogged: a crash would empty the table, and let challenges be used again.
        CREATE TABLE attest.spent_challenges (
            id uuid NOT NULL PRIMARY KEY,
            expiry timestamptz NOT NULL
        );
        CREATE INDEX spent_challenges_by_expiry ON attest.spent_challenges (expiry);

        -- The registered keys. Accounts and bundle versions are UTF-8 in bytes, so that every text is kept as it is, in
        -- databases of any encoding; encode(account, 'escape') shows one. recent holds the bits of an unsigned number.
        CREATE TABLE attest.keys (
            counter bigint NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
            recent bigint NOT NULL,
            created timestamptz NOT NULL,
            last_used timestamptz,
            launch_category bigint CHECK (launch_category BETWEEN 0 AND 4294967295),
            key_id bytea NOT NULL PRIMARY KEY CHECK (octet_length(key_id) = 32),
            public_key bytea NOT NULL CHECK (octet_length(public_key) = 65),
            account bytea NOT NULL,
            app_id text NOT NULL,
            environment text NOT NULL,
            bundle_version bytea,
            receipt bytea
        ) WITH (fillfactor = 80);
        -- Beside the row and uncompressed, so that a counter is written without the receipt.
        ALTER TABLE attest.keys ALTER COLUMN receipt SET STORAGE EXTERNAL;
        -- A hash, because an account may be of any length.
        CREATE INDEX keys_by_account ON attest.keys USING hash (account);

        INSERT INTO attest.migrations (version) VALUES (1);
        """,
        """
        -- swift-attest: version 2 of the tables, for receipts, risk metrics and limits for new keys.

        -- Instances of the version before go on with these tables: to keys that they register the defaults apply. That of
        -- receipt_due makes every receipt due that was there before, without writing any row.
        ALTER TABLE attest.keys
            ADD COLUMN receipt_not_before timestamptz,
            ADD COLUMN receipt_expiration timestamptz,
            ADD COLUMN receipt_due timestamptz DEFAULT now(),
            ADD COLUMN risk_metric bigint CHECK (risk_metric BETWEEN 0 AND 4294967295),
            ADD COLUMN risk_time timestamptz;
        CREATE INDEX keys_by_receipt_due ON attest.keys (receipt_due) WHERE receipt IS NOT NULL;

        -- The history of the metric; risk_metric and risk_time of the key are the newest.
        CREATE TABLE attest.risk_samples (
            key_id bytea NOT NULL REFERENCES attest.keys ON DELETE CASCADE,
            time timestamptz NOT NULL,
            metric bigint NOT NULL CHECK (metric BETWEEN 0 AND 4294967295),
            PRIMARY KEY (key_id, time)
        );

        -- The token buckets of accounts, by SHA-256 of the account; full_at is in microseconds since 2001.
        CREATE TABLE attest.new_key_quotas (
            account_hash bytea NOT NULL PRIMARY KEY CHECK (octet_length(account_hash) = 32),
            full_at bigint NOT NULL
        );
        CREATE INDEX new_key_quotas_by_full_at ON attest.new_key_quotas (full_at);

        \(grants(on: "attest.risk_samples, attest.new_key_quotas"))

        INSERT INTO attest.migrations (version) VALUES (2);
        """,
        """
        -- swift-attest: version 3 of the tables, for purges that survive a jump of the clock.

        -- One row. A challenge that expires at or before the mark counts as used, because its row may be deleted. Rows are
        -- deleted when the mark was committed the grace ago: by then no statement runs that does not see the mark.
        CREATE TABLE attest.purge_mark (
            is_only boolean NOT NULL PRIMARY KEY DEFAULT true CHECK (is_only),
            -- The latest expiry among the rows that are deleted, or are about to be; null before the first purge.
            expiry timestamptz,
            -- A time at which the mark was committed; null until an instance has seen that it is.
            committed timestamptz,
            -- The longest time that a statement of any instance may take.
            grace interval NOT NULL DEFAULT interval '0'
        );
        INSERT INTO attest.purge_mark DEFAULT VALUES;

        \(grants(on: "attest.purge_mark"))

        INSERT INTO attest.migrations (version) VALUES (3);
        """,
    ]

    /// What gives those who may use the keys the same privileges for new tables.
    private static func grants(on tables: String) -> String {
        """
        -- Whoever may read or write the keys may do so here.
        DO $$
        DECLARE held record;
        BEGIN
            FOR held IN
                SELECT privilege_type, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END AS grantee
                FROM pg_catalog.pg_class, pg_catalog.aclexplode(relacl)
                WHERE pg_class.oid = 'attest.keys'::regclass AND aclexplode.grantee <> relowner
                    AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
            LOOP
                EXECUTE format('GRANT %s ON \(tables) TO %s', held.privilege_type, held.grantee);
            END LOOP;
        END
        $$;
        """
    }

    /// What has purges of all instances wait for the statements of this one.
    static func noteGrace(_ limits: Limits) -> String {
        let grace = "interval '\(limits.answer.wholeMilliseconds) milliseconds'"
        return "UPDATE attest.purge_mark SET grace = \(grace) WHERE is_only AND grace < \(grace)"
    }

    /// The number that instances lock while they migrate: "Attest", 1.
    static let lock: Int64 = 0x4174_7465_7374_0001
}
