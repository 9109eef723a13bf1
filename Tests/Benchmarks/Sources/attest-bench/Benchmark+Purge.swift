import AttestPostgres
import AttestVerify
import Foundation

extension Benchmark {
    static let purge = Benchmark(
        name: "purge", summary: "forgets 10,000 expired challenges among many (--rows 10000000)"
    ) { options in
        let rows = options.value("rows", 10_000_000)
        let server = try Server()
        defer { server.stop() }
        let store = try PostgresStore(connection: server.connection)
        try await store.migrate()
        let filling = try ContinuousClock().measure {
            try server.sql(
                """
                INSERT INTO attest.spent_challenges
                SELECT gen_random_uuid(), timestamptz '2020-01-01' + n * interval '1 ms'
                FROM generate_series(1, \(rows)) n
                """)
        }
        print("\(rows) challenges inserted in \(text(filling.seconds, 1)) s")
        try server.sql("VACUUM ANALYZE", "CHECKPOINT")
        // Row n expires n milliseconds after the beginning of 2020.
        let begin = Date(timeIntervalSince1970: 1_577_836_800)
        var count = 0
        for round in 1...3 {
            let time = begin + Double(round) * 10 + 0.0005
            // What a purge a minute earlier does.
            _ = try await store.purge(before: time)
            try server.sql("UPDATE attest.purge_mark SET committed = committed - 2 * grace")
            let purging = try await ContinuousClock().measure { count = try await store.purge(before: time) }
            print("\(count) purged in \(text(purging.seconds * 1000)) ms")
        }
        print(
            try server.sql(
                """
                EXPLAIN (ANALYZE, BUFFERS) DELETE FROM attest.spent_challenges WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM attest.spent_challenges WHERE expiry < '2020-01-01 00:00:40' ORDER BY expiry LIMIT 5000
                    FOR UPDATE SKIP LOCKED
                ))
                """))
        await store.close()
    }
}
