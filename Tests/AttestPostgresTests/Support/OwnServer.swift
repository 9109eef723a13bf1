import Foundation
import XCTest

/// A PostgreSQL server in a temporary folder, reached by a socket in it, as long as this process lives.
///
/// A shell looks after it: when this process ends, also by a crash, the shell stops the server and removes the folder.
final class OwnServer: Sendable {
    static let port = 54321

    let folder: String
    private let programs: String
    private let shell = Process()
    private let lifeline = Pipe()

    /// The folder with PostgreSQL's programs; nil when there is none.
    static func findPrograms() -> String? {
        let files = FileManager.default
        func versions(_ folder: String, _ tail: String) -> [String] {
            let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
            return names.sorted { $0.compare($1, options: .numeric) == .orderedDescending }.map { folder + $0 + tail }
        }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let candidates =
            versions("/usr/lib/postgresql/", "/bin") + versions("/opt/homebrew/opt/", "/bin")
            + path.split(separator: ":").map(String.init)
        return candidates.first { folder in
            ["initdb", "pg_ctl", "postgres"].allSatisfy { files.isExecutableFile(atPath: "\(folder)/\($0)") }
        }
    }

    init(_ programs: String) throws {
        self.programs = programs
        let script = """
            trap '' INT TERM HUP
            folder=$(mktemp -d /tmp/attest-postgres-XXXXXX) || exit 1
            if "$1/initdb" -D "$folder/data" -U attest -A trust -E UTF8 --locale=C --no-sync > "$folder/log" 2>&1 &&
                "$1/pg_ctl" -D "$folder/data" -l "$folder/log" -w \
                    -o "-k $folder -p $2 -c listen_addresses='' -c max_connections=200" start >> "$folder/log" 2>&1
            then echo "ready $folder"; else sed 's/^/failed /' "$folder/log"; fi
            exec 1>&-
            cat > /dev/null
            "$1/pg_ctl" -D "$folder/data" -m immediate -w stop > /dev/null 2>&1
            rm -rf "$folder"
            """
        let output = Pipe()
        let command = Self.command("/bin/sh", ["-c", script, "sh", programs, "\(Self.port)"])
        shell.executableURL = URL(filePath: command.program)
        shell.arguments = command.arguments
        shell.currentDirectoryURL = URL(filePath: "/tmp")
        shell.standardInput = lifeline
        shell.standardOutput = output
        try shell.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let words = text.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[0] == "ready" else {
            throw Failure(description: "PostgreSQL does not start: \(text)")
        }
        folder = String(words[1])
        XCTestObservationCenter.shared.addTestObserver(Stopping(self))
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// PostgreSQL's programs refuse to run as root, so root runs them as the user `postgres`.
    private static func command(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
        guard geteuid() == 0 else { return (program, arguments) }
        let user = ["--reuid=postgres", "--regid=postgres", "--clear-groups", program]
        return ("/usr/bin/setpriv", user + arguments)
    }

    /// Has `pg_ctl` do something.
    func control(_ action: String) async throws {
        let process = Process()
        let mode = action == "start" ? [] : ["-m", "immediate"]
        // A restart keeps the options of the first start.
        let options = "-k \(folder) -p \(Self.port) -c listen_addresses='' -c max_connections=200"
        let command = Self.command(
            "\(programs)/pg_ctl",
            ["-D", "\(folder)/data", "-l", "\(folder)/log", "-w"] + mode + (action == "start" ? ["-o", options] : [])
                + [action])
        process.executableURL = URL(filePath: command.program)
        process.arguments = command.arguments
        process.currentDirectoryURL = URL(filePath: "/tmp")
        process.standardOutput = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        XCTAssertEqual(process.terminationStatus, 0, "pg_ctl \(action)")
    }

    /// Stops the server and waits until nothing is left of it.
    fileprivate func end() {
        try? lifeline.fileHandleForWriting.close()
        shell.waitUntilExit()
    }
}

/// Stops a server after the last test.
private final class Stopping: NSObject, XCTestObservation {
    private let server: OwnServer

    init(_ server: OwnServer) {
        self.server = server
    }

    func testBundleDidFinish(_ testBundle: Bundle) {
        server.end()
    }
}
