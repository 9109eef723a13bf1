#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Where a command reads and writes; tests put their own in its place.
public struct Console {
    /// Writes one line of results.
    let output: (String) -> Void
    /// Writes one line about a problem.
    let error: (String) -> Void
    /// Reads all of standard input.
    let standardInput: () -> [UInt8]
    /// How results are coloured.
    let style: Style

    package init(
        output: @escaping (String) -> Void, error: @escaping (String) -> Void, standardInput: @escaping () -> [UInt8],
        isTerminal: Bool = false, environment: [String: String] = [:]
    ) {
        self.output = output
        self.error = error
        self.standardInput = standardInput
        style = Style(isTerminal: isTerminal, environment: environment)
    }

    /// The streams of this process.
    public static var process: Console {
        Console(
            output: { print($0) },
            error: { line in
                let bytes = Array("\(line)\n".utf8)
                _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            },
            standardInput: {
                var input: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 64 * 1024)
                while true {
                    let count = unsafe chunk.withUnsafeMutableBytes {
                        unsafe read(STDIN_FILENO, $0.baseAddress, $0.count)
                    }
                    guard count > 0 else { return input }
                    input += chunk.prefix(count)
                }
            },
            isTerminal: isatty(STDOUT_FILENO) == 1,
            environment: ProcessInfo.processInfo.environment)
    }
}
