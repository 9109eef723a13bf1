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
        if names.isEmpty { names = [Benchmark.operations.name] }
        let chosen = Benchmark.all.filter { names.contains($0.name) }
        guard !chosen.isEmpty, chosen.count == names.count else {
            print("usage: attest-bench [NAME]… [--option number]…")
            for benchmark in Benchmark.all { print("  \(benchmark.name): \(benchmark.summary)") }
            return
        }
        for benchmark in chosen {
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
