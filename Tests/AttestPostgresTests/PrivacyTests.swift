import AttestVerify
import XCTest

@testable import AttestPostgres

/// Nothing that is shown holds the connection string or a value.
final class PrivacyTests: XCTestCase {
    private let secrets = ["hunter2", "db.invalid", "somebody", "dbsecret"]

    func testStoreShowsNothing() async throws {
        let store = try PostgresStore(connection: "host=db.invalid user=somebody password=hunter2 dbname=dbsecret")
        var dumped = ""
        dump(store, to: &dumped)
        for text in [dumped, "\(store)", String(reflecting: store), "\(store.pool)"] {
            for secret in secrets { XCTAssertFalse(text.contains(secret), text) }
        }
        await store.close()
    }

    func testErrorsShowNothing() async throws {
        for connection in [
            "host=/nonexistent/db.invalid user=somebody password=hunter2 dbname=dbsecret",
            "host=127.0.0.1 port=1 user=somebody password=hunter2 dbname=dbsecret",
            "postgresql://somebody:hunter2@127.0.0.1:1/dbsecret?sslmode=require",
            "host=127.0.0.1 port=hunter2 user=somebody", "host=127.0.0.1 sslmode=hunter2",
            "host=127.0.0.1 port=1 sslrootcert=/hunter2 sslmode=verify-full",
        ] {
            let store = try PostgresStore(connection: connection, statementTimeout: .seconds(2))
            do {
                try await store.migrate()
                XCTFail("connected")
            } catch let error as PostgresError {
                var dumped = ""
                dump(error, to: &dumped)
                for secret in secrets { XCTAssertFalse((dumped + "\(error)").contains(secret), dumped) }
                XCTAssertTrue(error.message.hasPrefix("cannot connect to the server"), error.message)
                XCTAssertFalse(error.isOutcomeUnknown)
            }
            await store.close()
        }
    }

    /// What quotes nothing says why.
    func testReasons() async throws {
        for (connection, reason) in [
            ("host=127.0.0.1 port=1 user=x", "connection refused (ECONNREFUSED)"),
            ("host=/nonexistent user=x", "no such socket or file (ENOENT)"),
            ("host=127.0.0.1 port=hunter2 user=x", "the port is not a number from 1 to 65535"),
            ("host=127.0.0.1 port=99999 user=x", "the port is not a number from 1 to 65535"),
            ("host=127.0.0.1,/nonexistent port=1 user=x", "connection refused (ECONNREFUSED); no such socket or file"),
            ("host=127.0.0.1,127.0.0.1 port=1,2,3 user=x", "the numbers of hosts, addresses and ports differ"),
        ] {
            let store = try PostgresStore(connection: connection, statementTimeout: .seconds(2))
            do {
                _ = try await store.record(.random())
                XCTFail("connected")
            } catch let error as PostgresError {
                XCTAssertTrue(error.message.contains(reason), "\(connection): \(error)")
                XCTAssertFalse(error.message.contains("hunter2"), "\(error)")
            }
            await store.close()
        }
    }

    func testMalformedConnectionStrings() throws {
        for connection in [
            "host=db.invalid hunter2", "hunter2=somebody", "host='db.invalid",
            "postgresql://somebody:hunter2@[db.invalid", "host=db.invalid\0password=hunter2",
        ] {
            XCTAssertThrowsError(try PostgresStore(connection: connection)) { error in
                for secret in secrets { XCTAssertFalse("\(error)".contains(secret), "\(error)") }
                XCTAssertTrue(error is PostgresError)
            }
        }
    }

    func testLimits() throws {
        for pool in [0, -1, 1001, .max, .min] {
            XCTAssertThrowsError(try PostgresStore(connection: "", pool: pool))
        }
        for timeout: Duration in [.zero, .seconds(-1), .nanoseconds(1), .seconds(3601), .seconds(Int64.max)] {
            XCTAssertThrowsError(try PostgresStore(connection: "", statementTimeout: timeout))
        }
    }
}
