import AttestPostgres
import AttestSQLite
import AttestVerify
import CBench
import Foundation

extension Benchmark {
    static let operations = Benchmark(
        name: "operations",
        summary: "processor time of each operation beside a bare verify; the default (--rounds 21 --json)"
    ) { options in
        let folder = FileManager.default.temporaryDirectory.appending(path: "attest-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = Result { try Server() }
        defer { try? server.get().stop() }

        var operations = try Operation.core()
        operations += try await Operation.ceremonies(on: InMemoryStore(), named: "memory")
        operations += try await Operation.ceremonies(
            on: SQLiteStore(path: folder.appending(path: "attest.sqlite").path), named: "SQLite")
        var postgres: PostgresStore?
        switch server {
        case .success(let server):
            let store = try PostgresStore(connection: server.connection)
            try await store.migrate()
            operations += try await Operation.ceremonies(on: store, named: "PostgreSQL")
            postgres = store
        case .failure(let error):
            note("no rows of PostgreSQL: \(error)")
        }

        var measurements: [Measurement] = []
        for operation in operations { measurements.append(try await Measurement(operation)) }
        // All operations in each round, so that every one sees the same changes of the machine.
        for _ in 0..<max(15, options.value("rounds", 21)) {
            for index in measurements.indices { try await measurements[index].measure() }
        }
        for index in measurements.indices { try await measurements[index].countAllocations() }
        await postgres?.close()

        let rows = measurements.flatMap { [Row($0, threads: 1), Row($0, threads: 2)] }
        if options.isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(rows), as: UTF8.self))
        } else {
            print(Row.table(rows))
            print("\n\(try await Memory.perKeyAndChallenge())\n\n\(machine)")
        }
    }

    private static var machine: String {
        let model = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n")
            .first { $0.hasPrefix("model name") }?.split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
        let system = ProcessInfo.processInfo
        return "\(system.activeProcessorCount) × \(model ?? "an unknown processor"), "
            + "\(system.operatingSystemVersionString), \(String(cString: bench_openssl_version()))"
    }
}

/// Says something that is no result.
func note(_ text: String) {
    FileHandle.standardError.write(Data("attest-bench: \(text)\n".utf8))
}
