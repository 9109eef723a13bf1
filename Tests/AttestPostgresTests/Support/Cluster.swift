import Foundation
import XCTest

@testable import AttestPostgres

/// The server that the tests of this process use: one of their own, or the one that `ATTEST_POSTGRES_URL` names.
final class Cluster: Sendable {
    static let variable = "ATTEST_POSTGRES_URL"

    /// Started by the first test that asks.
    private static let shared = Swift.Result { try Cluster() }

    /// The server; skips the test when there is none.
    static func running() throws -> Cluster {
        do {
            return try shared.get()
        } catch is NoPrograms {
            throw XCTSkip("no PostgreSQL: install the server's programs, or set \(variable)")
        }
    }

    private struct NoPrograms: Error {}

    /// What only a server of the tests' own has.
    private let own: OwnServer?
    private let given: String

    private init() throws {
        if let given = ProcessInfo.processInfo.environment[Self.variable] {
            (own, self.given) = (nil, given)
        } else {
            guard let programs = OwnServer.findPrograms() else { throw NoPrograms() }
            (own, given) = (try OwnServer(programs), "")
        }
    }

    /// How to reach a database of the server; without a name, the one to make others from.
    func connection(to database: String? = nil) throws -> String {
        if let own { return "host=\(own.folder) port=\(OwnServer.port) user=attest dbname=\(database ?? "postgres")" }
        guard let database else { return given }
        guard given.hasPrefix("postgres"), var components = URLComponents(string: given) else {
            return given + " dbname=\(database)"
        }
        components.path = "/" + database
        return try XCTUnwrap(components.string)
    }

    /// Stops the server at once, as a crash does, and starts it again; skips the test when the server is not the tests'.
    func restart() async throws {
        guard let own else { throw XCTSkip("the server of \(Self.variable) is not restarted") }
        try await own.control("restart")
    }

    func stop() async throws {
        guard let own else { throw XCTSkip("the server of \(Self.variable) is not stopped") }
        try await own.control("stop")
    }

    func start() async throws {
        guard let own else { throw XCTSkip("the server of \(Self.variable) is not started") }
        try await own.control("start")
    }

    /// The folder of the server's socket; skips the test when the server is not the tests'.
    func socketFolder() throws -> String {
        guard let own else { throw XCTSkip("the server of \(Self.variable) is not reached by a socket") }
        return own.folder
    }

    /// Skips the test when the server is not on this machine under this user's control.
    func requireOwn() throws {
        guard own != nil else { throw XCTSkip("the server of \(Self.variable) is not the tests'") }
    }
}
