import AttestCore
import AttestSQLite
import AttestVerify
import Foundation
import XCTest

/// What a child process does with a file, until it is killed or done.
enum ChildRole: String {
    /// The environment variables that tell a child what to do.
    static let variable = "ATTEST_SQLITE_CHILD"
    static let pathVariable = "ATTEST_SQLITE_CHILD_PATH"

    /// Registers, advances and spends without an end.
    case loop
    /// Spends and advances what another process does at the same time.
    case race

    static let raceChallenges = 400
    static let raceCounters: UInt32 = 150

    func run(_ path: String) async throws {
        Report.ready.write()
        _ = try FileHandle.standardInput.readToEnd()
        let store = try SQLiteStore(path: path)
        try await withThrowingTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    switch self {
                    case .loop: try await Self.loop(store)
                    case .race: try await Self.race(store)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func loop(_ store: SQLiteStore) async throws {
        while true {
            let record = try KeyRecord.sample()
            guard try await store.register(record) else { return Report.problem("register").write() }
            Report.registered(record.keyID).write()
            for step in UInt32(0)..<10 {
                let challenge = ChallengeID.random()
                let (isFresh, found) = try await store.spend(challenge, until: .distantFuture, loading: record.keyID)
                guard isFresh, found?.keyID == record.keyID else { return Report.problem("spend").write() }
                Report.spent(challenge).write()

                _ = try await store.advance(record.keyID, to: 10 * step + 10, by: .strict, at: Date())
                Report.advanced(record.keyID, 10 * step + 10).write()
                let late = 10 * step + .random(in: 1...9)
                _ = try await store.advance(record.keyID, to: late, by: .window(64), at: Date())
                Report.advancedInWindow(record.keyID, late).write()
            }
        }
    }

    /// The key whose counters the processes advance by the strict rule, and the one with a window.
    static func raceKeys() throws -> (strict: KeyID, window: KeyID) {
        (try KeyID(bytes: Array(repeating: 1, count: 32)), try KeyID(bytes: Array(repeating: 2, count: 32)))
    }

    private static func race(_ store: SQLiteStore) async throws {
        let keys = try raceKeys()
        for keyID in [keys.strict, keys.window] where try await store.register(.sample(keyID)) {
            Report.registered(keyID).write()
        }
        for number in (0..<raceChallenges).shuffled()
        where try await store.spend(ChallengeID(number), until: .distantFuture) {
            Report.spent(ChallengeID(number)).write()
        }
        for counter in 1...raceCounters {
            if try await accepts(counter, keys.strict, by: .strict, store) {
                Report.advanced(keys.strict, counter).write()
            }
            // Pairs come in reversed order, so that both the newest and a late one are asked for.
            let swapped = (counter - 1 ^ 1) + 1
            if try await accepts(swapped, keys.window, by: .window(64), store) {
                Report.advancedInWindow(keys.window, swapped).write()
            }
        }
    }

    private static func accepts(
        _ counter: UInt32, _ keyID: KeyID, by rule: CounterRule, _ store: SQLiteStore
    ) async throws -> Bool {
        do {
            return try await store.advance(keyID, to: counter, by: rule, at: Date()) != nil
        } catch let error as AttestError where error.code == .counterNotIncreased {
            return false
        }
    }
}

/// The program of a child process; nothing in the tests' own process.
final class ChildTests: XCTestCase {
    func testChild() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let role = environment[ChildRole.variable].flatMap(ChildRole.init(rawValue:)),
            let path = environment[ChildRole.pathVariable]
        else { return }
        // Should the parent never end it.
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 60)
            exit(1)
        }
        do {
            try await role.run(path)
            Report.done.write()
        } catch {
            Report.problem("\(error)").write()
        }
    }
}
