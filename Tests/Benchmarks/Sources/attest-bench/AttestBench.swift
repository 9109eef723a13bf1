import Foundation

@main
struct AttestBench {
    static func main() async throws {
        var names: [String] = []
        var options = Options()
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            guard argument.hasPrefix("--") else {
                names.append(argument)
                continue
            }
            let name = String(argument.dropFirst(2))
            if let value = arguments.first.flatMap({ Int($0) }) {
                options.values[name] = value
                arguments.removeFirst()
            } else {
                options.flags.insert(name)
            }
        }
        let chosen = Benchmark.all.filter { names.contains($0.name) }
        if !chosen.isEmpty, chosen.count < names.count {
            print("usage: attest-bench [OPERATION]… | NAME… [--option number]…")
            for benchmark in Benchmark.all { print("  \(benchmark.name): \(benchmark.summary)") }
            return
        }
        options.operations = names
        for benchmark in chosen.isEmpty ? [.operations] : chosen {
            if !options.flags.contains("json") { print("== \(benchmark.name)") }
            fflush(nil)
            do {
                try await benchmark.run(options)
            } catch {
                note("\(benchmark.name) failed: \(error)")
                exit(1)
            }
        }
    }
}
