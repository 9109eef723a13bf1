import Foundation

/// A PostgreSQL server in a temporary folder with the settings as they come, as long as this process lives.
///
/// A shell looks after it: when this process ends, the shell stops the server and removes the folder.
final class Server {
    let folder: String
    let postmaster: Int32
    private let programs: String
    private let shell = Process()
    private let lifeline = Pipe()

    init() throws {
        programs = try Self.findPrograms()
        let script = """
            trap '' INT TERM HUP
            folder=$(mktemp -d /tmp/attest-bench-XXXXXX) || exit 1
            "$1/initdb" -D "$folder/data" -U attest -A trust -E UTF8 --locale=C > "$folder/log" 2>&1 &&
                "$1/pg_ctl" -D "$folder/data" -l "$folder/log" -w \
                    -o "-k $folder -p 54322 -c listen_addresses='' $2" start >> "$folder/log" 2>&1
            echo "$folder $(head -n 1 "$folder/data/postmaster.pid")"
            exec 1>&-
            cat > /dev/null
            "$1/pg_ctl" -D "$folder/data" -m immediate -w stop > /dev/null 2>&1
            rm -rf "$folder"
            """
        let settings = ProcessInfo.processInfo.environment["ATTEST_BENCH_SETTINGS"] ?? ""
        var arguments = ["/bin/sh", "-c", script, "sh", programs, settings]
        // PostgreSQL refuses to run as root.
        if geteuid() == 0 {
            arguments = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + arguments
        }
        let output = Pipe()
        shell.executableURL = URL(filePath: arguments.removeFirst())
        shell.arguments = arguments
        shell.currentDirectoryURL = URL(filePath: "/tmp")
        shell.standardInput = lifeline
        shell.standardOutput = output
        try shell.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let postmaster = Int32(words[1]) else {
            throw Failure(text: "PostgreSQL does not start: \(text)")
        }
        folder = String(words[0])
        self.postmaster = postmaster
    }

    var connection: String { "host=\(folder) port=54322 user=attest dbname=postgres" }

    func stop() {
        try? lifeline.fileHandleForWriting.close()
        shell.waitUntilExit()
    }

    /// Runs one of PostgreSQL's programs.
    ///
    /// - Returns: What it wrote.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "\(programs)/\(program)")
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(text: "\(program) failed") }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @discardableResult
    func sql(_ statements: String...) throws -> String {
        try run("psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", connection] + statements.flatMap { ["-c", $0] })
    }

    private static func findPrograms() throws -> String {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let candidates =
            versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending }
            .map { "/usr/lib/postgresql/\($0)/bin" } + path.split(separator: ":").map(String.init)
        let programs = candidates.first { folder in
            ["initdb", "pg_ctl", "psql", "pgbench"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
            }
        }
        guard let programs else { throw Failure(text: "PostgreSQL's programs are not installed") }
        return programs
    }
}
