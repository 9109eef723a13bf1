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
    /// Reads standard input up to its end, or so many bytes of it; nil when that is not possible.
    let standardInput: (_ limit: Int) -> [UInt8]?
    /// How results are coloured.
    let style: Style

    package init(
        output: @escaping (String) -> Void, error: @escaping (String) -> Void,
        standardInput: @escaping (_ limit: Int) -> [UInt8]?, isTerminal: Bool = false,
        environment: [String: String] = [:]
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
            standardInput: { Descriptor.standardInput.read(atMost: $0) },
            isTerminal: isatty(STDOUT_FILENO) == 1,
            environment: ProcessInfo.processInfo.environment)
    }
}
