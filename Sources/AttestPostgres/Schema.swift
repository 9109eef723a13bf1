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
        """
    ]

    /// The number that instances lock while they migrate: "Attest", 1.
    static let lock: Int64 = 0x4174_7465_7374_0001
}
