import CBench
import Foundation

extension Benchmark {
    static let operations = Benchmark(
        name: "operations",
        summary: "processor time of each operation beside a bare verify; the default (--rounds 21 --core --json)"
    ) { options in
        var operations = try Operation.core() + Operation.worst()
        let stores = try await options.flags.contains("core") ? nil : Stores()
        if let stores { operations += try await stores.operations() }

        if !options.operations.isEmpty {
            operations = operations.filter { operation in options.operations.contains { operation.name.contains($0) } }
        }
        var measurements: [Measurement] = []
        for operation in operations { measurements.append(try await Measurement(operation)) }
        // All operations in each round, so that every one sees the same changes of the machine.
        for _ in 0..<max(15, options.value("rounds", 21)) {
            for index in measurements.indices { try await measurements[index].measure() }
        }
        for index in measurements.indices { try await measurements[index].countAllocations() }
        await stores?.close()

        let rows = measurements.flatMap { [Row($0, threads: 1), Row($0, threads: 2)] }
        if options.flags.contains("json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(rows), as: UTF8.self))
        } else {
            print(Row.table(rows))
            if options.operations.isEmpty { print("\n\(try await Memory.perKeyAndChallenge())") }
            print("\n\(machine)")
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
