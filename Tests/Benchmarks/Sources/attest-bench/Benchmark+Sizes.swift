import AttestPostgres
import Foundation

extension Benchmark {
    static let sizes = Benchmark(
        name: "sizes", summary: "bytes of a million devices, and of used challenges (--devices 1000000)"
    ) { options in
        let devices = options.value("devices", 1_000_000)
        let server = try Server()
        defer { server.stop() }
        let store = try PostgresStore(connection: server.connection)
        try await store.migrate()
        func total(_ table: String) throws -> String {
            try server.sql("VACUUM ANALYZE attest.\(table)", "SELECT pg_total_relation_size('attest.\(table)')")
        }
        // Random bytes, because receipts hardly compress; with accounts of 36 characters.
        let bytes = "(SELECT decode(string_agg(md5(random()::text || i), ''), 'hex') FROM generate_series(1, 250) i)"
        for receipt in ["NULL", bytes] {
            try server.sql(
                """
                TRUNCATE attest.keys;
                INSERT INTO attest.keys (counter, recent, created, last_used, launch_category, key_id, public_key, account,
                    app_id, environment, bundle_version, receipt)
                SELECT 1, 3, now(), now(), 4, sha256(n::text::bytea),
                    '\\x04'::bytea || sha256(n::text::bytea) || sha256(n::text::bytea), gen_random_uuid()::text::bytea,
                    'A1B2C3D4E5.com.example.app', 'production', '1.2.3', \(receipt)
                FROM generate_series(1, \(devices)) n
                """)
            let length = try server.sql("SELECT coalesce(max(length(receipt)), 0) FROM attest.keys")
            print("\(devices) devices with receipts of \(length) bytes: \(try total("keys")) bytes")
        }
        // A service of 1,000 requests a second that purges every minute: 300 s alive, and 120 s until the second purge.
        for seconds in [300, 420] {
            try server.sql(
                """
                TRUNCATE attest.spent_challenges;
                INSERT INTO attest.spent_challenges
                SELECT gen_random_uuid(), now() + n * interval '1 ms' FROM generate_series(1, \(seconds) * 1000) n
                """)
            print("\(seconds * 1000) used challenges: \(try total("spent_challenges")) bytes")
        }
        await store.close()
    }
}
