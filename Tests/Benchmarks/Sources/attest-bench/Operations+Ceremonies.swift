import AttestPostgres
import AttestSQLite
import AttestVerify
import Foundation

/// Whole ceremonies of the verifier on each store: challenge, client data, object, policy, counter.
extension Operation {
    fileprivate static func ceremonies(on store: any AttestStore, named name: String) async throws -> [Operation] {
        let ceremony = try await Ceremony(store, keys: 64)
        return [
            Operation("attestation ceremony, \(name)", on: .p384) { count, tasks in
                try (0..<tasks).map { _ in
                    let requests = try ceremony.attestations(count)
                    return { for request in requests { _ = try await ceremony.verifier.verifyAttestation(request) } }
                }
            },
            Operation("assertion ceremony, \(name)", on: .p256) { count, tasks in
                try ceremony.requests(count * tasks, tasks: tasks).map { requests in
                    { for request in requests { _ = try await ceremony.verifier.verifyAssertion(request) } }
                }
            },
        ]
    }
}

/// The stores that ceremonies run on, as long as the benchmark lasts.
struct Stores {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "attest-bench-\(UUID().uuidString)")
    private let server = Result { try Server() }
    private var postgres: PostgresStore?

    init() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        switch server {
        case .success(let server):
            postgres = try PostgresStore(connection: server.connection)
            try await postgres?.migrate()
        case .failure(let error):
            note("no rows of PostgreSQL: \(error)")
        }
    }

    func operations() async throws -> [Operation] {
        let path = folder.appending(path: "attest.sqlite").path
        var stores: [(String, any AttestStore)] = [
            ("memory", InMemoryStore()), ("SQLite", try SQLiteStore(path: path)),
        ]
        if let postgres { stores.append(("PostgreSQL", postgres)) }
        var operations: [Operation] = []
        for (name, store) in stores { operations += try await Operation.ceremonies(on: store, named: name) }
        return operations
    }

    func close() async {
        await postgres?.close()
        try? server.get().stop()
        try? FileManager.default.removeItem(at: folder)
    }
}
