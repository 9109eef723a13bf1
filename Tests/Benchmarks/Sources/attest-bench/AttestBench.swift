import Foundation

@main
struct AttestBench {
    static func main() async throws {
        var names: [String] = []
        var options = Options()
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            if argument == "--json" {
                options.isJSON = true
            } else if argument.hasPrefix("--"), let value = arguments.first.flatMap({ Int($0) }) {
                options.values[String(argument.dropFirst(2))] = value
                arguments.removeFirst()
            } else {
                names.append(argument)
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
            if !options.isJSON { print("== \(benchmark.name)") }
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
