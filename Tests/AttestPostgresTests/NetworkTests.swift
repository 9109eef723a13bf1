import AttestCore
import AttestVerify
import Foundation
import XCTest

@testable import AttestPostgres

/// Hosts that are silent, and connections whose other end is gone without a word.
final class NetworkTests: StoreTestCase {
    private func connection(through proxy: Proxy, and more: String = "") -> String {
        "host=127.0.0.1 port=\(proxy.port) user=attest dbname=\(database) \(more)"
    }

    /// The first host takes the connection and never answers.
    func testFirstHostIsSilent() async throws {
        _ = try await makeStore()
        let silent = try SilentHost()
        let proxy = try Proxy(folder: cluster.socketFolder())
        for hosts in ["host=127.0.0.1,127.0.0.1", "hostaddr=127.0.0.1,127.0.0.1"] {
            let store = try makeStore(
                connection: "\(hosts) port=\(silent.port),\(proxy.port) user=attest dbname=\(database)",
                statementTimeout: .seconds(2))
            let isFresh = try await store.spend(.random(), until: .distantFuture)
            XCTAssertTrue(isFresh)
        }
        let both = try makeStore(
            connection: "host=127.0.0.1,127.0.0.1 port=\(silent.port),1 user=attest",
            statementTimeout: .seconds(2))
        await assertFails(containing: "timed out; connection refused") { _ = try await both.record(.random()) }
    }

    /// No host takes writes.
    func testHostsAreReadOnly() async throws {
        _ = try await makeStore()
        let proxy = try Proxy(folder: cluster.socketFolder())
        // Both are the same server, which is read-only for those who ask so.
        try await sql("ALTER DATABASE \(database) SET default_transaction_read_only = on")
        let store = try makeStore(
            connection: "host=127.0.0.1,127.0.0.1 port=\(proxy.port) user=attest dbname=\(database)")
        await assertFails("25006", containing: "read-only") { _ = try await store.record(.random()) }
    }

    func testHosts() throws {
        func count(_ hosts: String?, _ addresses: String?, _ ports: String?) -> [String] {
            Host.list(hosts: hosts, addresses: addresses, ports: ports).map { host in
                host.parameters.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
            }
        }
        XCTAssertEqual(count("a,b", nil, "1"), ["host=a port=1", "host=b port=1"])
        XCTAssertEqual(count("a,/b", nil, "1,2"), ["host=a port=1", "host=/b port=2"])
        XCTAssertEqual(count("a,b", "1.1.1.1,::1", nil), ["host=a hostaddr=1.1.1.1", "host=b hostaddr=::1"])
        XCTAssertEqual(count(nil, "1.1.1.1", nil), ["hostaddr=1.1.1.1"])
        // libpq's to judge.
        for lists in [
            (nil, nil, nil), (nil, nil, "5"), ("a,", nil, nil), ("a,b", "1.1.1.1", nil), ("a,b", nil, "1,2,3"),
            ("a", nil, "1,"), ("", "", ""),
        ] { XCTAssertEqual(count(lists.0, lists.1, lists.2), []) }
        // Wherever libpq finds them.
        XCTAssertEqual(try ConnectionString("postgresql://u:p@a:1,b:2/d").hosts().count, 2)
        XCTAssertEqual(try ConnectionString("host=a,b,c").hosts().count, 3)
        // What has an address needs no lookup, and the name stays, for TLS.
        let hosts = Host.list(hosts: "a,/b,@c", addresses: nil, ports: nil)
        XCTAssertEqual(hosts.map(\.nameToLookUp), ["a", nil, nil])
        XCTAssertEqual(hosts[0].at("1.1.1.1"), Host.list(hosts: "a", addresses: "1.1.1.1", ports: nil)[0])
        XCTAssertNil(hosts[0].at("1.1.1.1").nameToLookUp)
        XCTAssertEqual(
            try NameService.system.addresses(of: "127.0.0.1", until: .now + .seconds(60)), ["127.0.0.1"])
    }

    /// No name is looked up before the hosts ahead of it were tried, and a silent name service costs one host only.
    func testNameServiceIsSilent() async throws {
        let proxy = try Proxy(folder: cluster.socketFolder())
        let asked = Locked<[String]>([])
        let end = DispatchSemaphore(value: 0)
        defer { end.signal() }
        let connector = Connector(
            names: NameService { name in
                asked.withLock { $0.append(name) }
                switch name {
                case "silent": end.wait()
                case "unknown": return []
                default: break
                }
                return ["127.0.0.1"]
            })
        func connect(_ hosts: String, within time: Duration) async throws {
            asked.withLock { $0 = [] }
            let string = try ConnectionString("host=\(hosts) port=\(proxy.port) user=attest dbname=\(database)")
            _ = try await connector.connect(to: string, silence: .seconds(5), until: .now + time)
        }
        try await connect("healthy,silent", within: .seconds(60))
        XCTAssertEqual(asked.withLock { $0 }, ["healthy"])
        try await connect("unknown,silent,healthy", within: .seconds(6))
        XCTAssertEqual(asked.withLock { $0 }, ["unknown", "silent", "healthy"])
        // The host's own failure: libpq is not left to ask for the name again.
        await assertFails(containing: "the host name is unknown") {
            try await connect("unknown", within: .seconds(60))
        }
    }

    /// However many addresses there are, each has the time that a slow server needs, and the last all that is left.
    func testShares() {
        let start = ContinuousClock.now
        func share(_ turns: Int, of left: Duration) -> Duration {
            Connector.end(ofTurnAt: start, of: turns, until: start + left) - start
        }
        XCTAssertEqual(share(2, of: .seconds(5)), .milliseconds(2500))
        XCTAssertEqual(share(8, of: .seconds(5)), .seconds(1))
        XCTAssertEqual(share(1, of: .seconds(5)), .seconds(5))
        XCTAssertEqual(share(8, of: .milliseconds(300)), .milliseconds(300))
        XCTAssertEqual(share(2, of: .seconds(-1)), .zero)
    }

    /// All connections are dead, as after a firewall's restart: one call fails, and those after it do not.
    func testIdleConnectionsAreHalfOpen() async throws {
        _ = try await makeStore()
        let proxy = try Proxy(folder: cluster.socketFolder())
        let failures = Locked<[PostgresConnectionFailure]>([])
        let store = try makeStore(
            connection: connection(through: proxy), pool: 3, statementTimeout: .seconds(1)
        ) { failure in failures.withLock { $0.append(failure) } }
        try await store.pool.openAll()
        let before = await store.poolStatistics()
        XCTAssertEqual([before.open, before.idle, before.waiting], [3, 3, 0])
        proxy.fallSilent()
        await assertFails(containing: "in time", isOutcomeUnknown: true) {
            _ = try await store.spend(ChallengeID(1), until: .distantFuture)
        }
        let isFresh = try await store.spend(ChallengeID(2), until: .distantFuture)
        XCTAssertTrue(isFresh)
        let after = await store.poolStatistics()
        XCTAssertEqual([after.open, after.idle, after.reconnects], [1, 1, 1])
        XCTAssertEqual([after.timeouts, after.unknownOutcomes], [1, 1])
        XCTAssertGreaterThanOrEqual(after.waited, 4)
        let failure = failures.withLock { $0 }
        XCTAssertEqual(failure.map(\.phase), [.statement])
        XCTAssertEqual(failure.first?.error.isOutcomeUnknown, true)
    }

    /// What was idle for long is not used any more.
    func testMaximumIdleAge() async throws {
        let connection = try connection
        func processes(_ age: Duration) async throws -> [String] {
            let pool = try ConnectionPool(
                ConnectionString(connection), Limits(connections: 1, statement: .seconds(5), idleAge: age))
            var processes: [String] = []
            for _ in 0..<2 {
                let answer = try await pool.run(script: "SELECT pg_backend_pid()")
                processes.append(try XCTUnwrap(answer.rows.first).text(0))
                try await Task.sleep(for: .milliseconds(20))
            }
            let losses = await pool.counts.losses
            XCTAssertEqual(losses, 0)
            await pool.close()
            return processes
        }
        let others = Set(try await processes(.milliseconds(10)))
        XCTAssertEqual(others.count, 2)
        let same = Set(try await processes(.seconds(120)))
        XCTAssertEqual(same.count, 1)
    }

    #if os(Linux)
    /// The system itself finds out that the other end is gone.
    func testKeepalives() async throws {
        let proxy = try Proxy(folder: cluster.socketFolder())
        let changed = "keepalives_idle=99 tcp_user_timeout=77"
        for (more, expected) in [("", [1, 30, 10, 3, 6000]), (changed, [1, 99, 10, 3, 77])] {
            let store = try makeStore(connection: connection(through: proxy, and: more))
            _ = try await store.pool.run(script: "SELECT 1")
            let options = try await store.pool.socketOptions()
            XCTAssertEqual(options, expected)
        }
    }
    #endif
}

extension ConnectionPool {
    /// Opens as many connections as there may be.
    fileprivate func openAll() async throws {
        var numbers: [Int] = []
        for _ in 0..<limits.connections {
            let (number, connection) = try await acquire()
            try await prepare(connection, for: .spend, until: .now + .seconds(5))
            numbers.append(number)
        }
        for number in numbers { release(number) }
    }

    #if os(Linux)
    fileprivate func socketOptions() throws -> [Int] {
        let socket = try XCTUnwrap(connections.values.first).socket
        let tcp = Int32(IPPROTO_TCP)
        return [
            (SOL_SOCKET, SO_KEEPALIVE), (tcp, TCP_KEEPIDLE), (tcp, TCP_KEEPINTVL), (tcp, TCP_KEEPCNT),
            (tcp, TCP_USER_TIMEOUT),
        ].map { level, name in
            var (value, size) = (Int32(0), socklen_t(4))
            return unsafe getsockopt(socket, level, name, &value, &size) == 0 ? Int(value) : -1
        }
    }
    #endif
}
