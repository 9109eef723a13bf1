import AttestPostgres
import AttestVerify
import Foundation

extension Benchmark {
    static let postgres = Benchmark(
        name: "postgres",
        summary: "assertions per second on PostgreSQL (--tasks 32 --pool 8 --requests 10000 --keys 500)"
    ) { options in
        let (tasks, pool) = (options.value("tasks", 32), options.value("pool", 8))
        let count = options.value("requests", 10_000)
        let server = try Server()
        defer { server.stop() }
        let store = try PostgresStore(connection: server.connection, pool: pool)
        try await store.migrate()
        let timed = TimedStore(store)
        let ceremony = try await Ceremony(timed, keys: options.value("keys", 500))
        // Every connection is open and prepared before.
        _ = try await ceremony.verify(ceremony.requests(1000, tasks: tasks))
        try server.sql("VACUUM ANALYZE", "CHECKPOINT")
        print("\(count) assertions, \(tasks) tasks, \(pool) connections, receipts of", terminator: " ")
        print(try server.sql("SELECT avg(length(receipt))::int FROM attest.keys"), "bytes")

        let requests = try ceremony.requests(count, tasks: tasks)
        _ = timed.takeTime()
        let (own, others) = (Processor.own, Processor.server(server.postmaster))
        let start = ContinuousClock.now
        let times = try await ceremony.verify(requests)
        let wall = (ContinuousClock.now - start).seconds
        let ownTime = Processor.own - own
        let serverTime = Processor.server(server.postmaster).flatMap { now in others.map { now - $0 } }
        let storeTime = timed.takeTime()
        let rate = Double(count) / wall
        print("\(text(rate)) assertions/s; latency p50 \(text(times[count / 2] * 1000, 2)) ms,", terminator: " ")
        print("p99 \(text(times[count * 99 / 100] * 1000, 2)) ms, in the store's calls", terminator: " ")
        print("\(text(100 * storeTime / times.reduce(0, +))) % of it")

        // The same in memory, on one task: what the ceremony costs without a database, cryptography above all.
        let memory = try await Ceremony(InMemoryStore(), keys: 200)
        let inMemory = try memory.requests(5000, tasks: 1)
        let before = Processor.own
        _ = try await memory.verify(inMemory)
        let ceremonyTime = (Processor.own - before) / 5000

        let each = 1e6 / Double(count)
        print("processor time per assertion:")
        print("  ceremony and cryptography \(text(ceremonyTime * 1e6)) us (measured on a store in memory)")
        print("  store, libpq and scheduling \(text(ownTime * each - ceremonyTime * 1e6)) us")
        if let serverTime {
            let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
            print("  server \(text(serverTime * each)) us")
            print("  idle, of \(text(cores)) cores \(text((wall * cores - ownTime - serverTime) * each)) us")
        }

        let baseline = try pgbench(server, clients: pool, transactions: count)
        print("pgbench with the same SQL and as many clients: \(text(baseline)) transactions/s")
        print("ratio: \(text(100 * rate / baseline)) % of pgbench")
        await store.close()
    }

    /// The two statements of an assertion as `PostgresStore` has them, on other keys of the same table.
    private static func pgbench(_ server: Server, clients: Int, transactions: Int) throws -> Double {
        let keys = 2000
        try server.sql(
            """
            INSERT INTO attest.keys (counter, recent, created, launch_category, key_id, public_key, account, app_id,
                environment, bundle_version, receipt)
            SELECT 0, 1, now(), 4, decode(lpad(to_hex(n), 64, '0'), 'hex'), public_key, 'pgbench', app_id, environment,
                bundle_version, receipt
            FROM generate_series(1, \(keys)) n, (SELECT * FROM attest.keys LIMIT 1) k;
            """)
        try server.sql("VACUUM ANALYZE", "CHECKPOINT")
        let columns = """
            key_id, public_key, account, app_id, environment, receipt, launch_category, bundle_version, counter, recent,
            created, last_used, receipt_not_before, receipt_expiration, risk_metric
            """
        let key = "decode(lpad(to_hex(:key::bigint), 64, '0'), 'hex')"
        // Counters of each key increase with the time, in milliseconds.
        let script = """
            \\set key random(1, \(keys))
            WITH spent AS (
                INSERT INTO attest.spent_challenges (id, expiry)
                SELECT gen_random_uuid(), now() + interval '300 s'
                WHERE NOT EXISTS (SELECT FROM attest.purge_mark WHERE is_only AND expiry >= now() + interval '300 s')
                ON CONFLICT (id) DO NOTHING RETURNING true
            )
            SELECT is_fresh, \(columns) FROM (SELECT EXISTS (SELECT FROM spent) AS is_fresh) AS spending
            LEFT JOIN attest.keys ON is_fresh AND key_id = \(key);
            UPDATE attest.keys SET counter = greatest(counter, new), recent = CASE
                    WHEN new <= counter THEN recent | (1::bigint << (counter - new)::integer)
                    WHEN new - counter < 64 THEN (recent << (new - counter)::integer) | 1
                    ELSE 1
                END,
                last_used = now()
            FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint % 4294967296 AS new) AS counters
            WHERE key_id = \(key) AND CASE
                WHEN new > counter THEN new - counter <= 4294967295
                WHEN counter - new < 0 THEN recent & (1::bigint << (counter - new)::integer) = 0
                ELSE false
            END
            RETURNING \(columns);
            """
        // pgbench takes a statement as one line or more, ended by a semicolon.
        let file = FileManager.default.temporaryDirectory.appending(path: "attest-bench-\(UUID().uuidString).sql")
        try script.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let output = try server.run(
            "pgbench",
            [
                // A number of transactions, because the alarm of a time limit may be blocked in a child process.
                "-n", "-M", "prepared", "-c", "\(clients)", "-j", "\(min(clients, 2))",
                "-t", "\(max(1, transactions / clients))", "-f", file.path, server.connection,
            ])
        guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let number = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw Failure(text: "pgbench: \(output)") }
        return number
    }
}
