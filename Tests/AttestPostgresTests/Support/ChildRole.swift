import AttestCore
import AttestPostgres
import AttestVerify
import Foundation
import XCTest

/// What a child process does with a database.
enum ChildRole: String {
    /// The environment variables that tell a child what to do.
    static let variable = "ATTEST_POSTGRES_CHILD"
    static let connectionVariable = "ATTEST_POSTGRES_CHILD_CONNECTION"
    static let requestsVariable = "ATTEST_POSTGRES_CHILD_REQUESTS"

    /// Spends and advances what the other processes do at the same time.
    case race
    /// Verifies the requests of a file, as the other processes do.
    case verify

    static let challenges = 1000
    static let counters: UInt32 = 150
    static let secret = Array(repeating: UInt8(7), count: 32)

    /// The keys that are advanced by the strict rule (even numbers) and with a window (odd).
    static func key(_ number: Int) throws -> KeyID {
        try KeyID(bytes: Array(repeating: UInt8(number), count: 32))
    }

    static let keys = 4

    func run(_ connection: String, _ requests: String) async throws {
        let store = try PostgresStore(connection: connection, pool: 4)
        // All children at once.
        try await store.migrate()
        Report.ready.write()
        _ = try FileHandle.standardInput.readToEnd()
        switch self {
        case .race: try await Self.race(store)
        case .verify: try await Self.verify(store, requests)
        }
        await store.close()
    }

    private static func race(_ store: PostgresStore) async throws {
        let numbers = (0..<challenges).shuffled()
        try await withThrowingTaskGroup { group in
            for part in 0..<4 {
                group.addTask {
                    for number in numbers where number % 4 == part {
                        let (isFresh, record) = try await store.spend(
                            ChallengeID(number), until: .distantFuture, loading: key(number % keys))
                        if isFresh { Report.spent(number).write() }
                        if isFresh, record == nil { Report.problem("no record").write() }
                    }
                    for counter in 1...counters where try await accepts(counter, part, store) {
                        Report.advanced(key: part, counter).write()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func accepts(_ counter: UInt32, _ key: Int, _ store: PostgresStore) async throws -> Bool {
        // Pairs come in reversed order, so that both the newest and a late one are asked for.
        let (rule, counter) =
            key.isMultiple(of: 2) ? (CounterRule.strict, counter) : (try .window(64), (counter - 1 ^ 1) + 1)
        do {
            return try await store.advance(Self.key(key), to: counter, by: rule, at: Date()) != nil
        } catch let error as AttestError where error.code == .counterNotIncreased {
            return false
        }
    }

    private static func verify(_ store: PostgresStore, _ file: String) async throws {
        let signed = try JSONDecoder().decode([Scene.Signed].self, from: Data(contentsOf: URL(filePath: file)))
        let verifier = try Scene.verifier(store, ChallengeSecret(bytes: secret))
        // One task for each key, because its counters must increase.
        let keys = Dictionary(grouping: signed.indices) { signed[$0].keyID }
        try await withThrowingTaskGroup { group in
            for numbers in keys.values {
                group.addTask {
                    for number in numbers {
                        do {
                            _ = try await verifier.verifyAssertion(signed[number].request)
                            Report.accepted(number).write()
                        } catch let error as AttestError {
                            Report.refused(number, error.code.rawValue).write()
                            // As apps do, which try again later.
                            if error.code == .storeFailure { try await Task.sleep(for: .milliseconds(20)) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}

/// The program of a child process; nothing in the tests' own process.
final class ChildTests: XCTestCase {
    func testChild() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let role = environment[ChildRole.variable].flatMap(ChildRole.init(rawValue:)),
            let connection = environment[ChildRole.connectionVariable]
        else { return }
        do {
            try await role.run(connection, environment[ChildRole.requestsVariable] ?? "")
            Report.done.write()
        } catch {
            Report.problem("\(error)").write()
        }
    }
}
