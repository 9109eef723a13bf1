import Foundation
import XCTest

/// A PostgreSQL server in a temporary folder, reached by a socket in it, as long as this process lives.
///
/// A shell looks after it: when this process ends, also by a crash, the shell stops the server and removes the folder.
final class OwnServer: Sendable {
    static let port = 54321

    let folder: String
    private let shell = Process()
    private let lifeline = Pipe()
    private let answers = Pipe()

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
        // Every line that the shell reads is something for `pg_ctl` to do, and it answers with one.
        let script = """
            trap '' INT TERM HUP
            folder=$(mktemp -d /tmp/attest-postgres-XXXXXX) || exit 1
            control() { "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w "$@" >> "$folder/log" 2>&1; }
            programs=$1
            options="-k $folder -p $2 -c listen_addresses='' -c max_connections=200"
            "$programs/initdb" -D "$folder/data" -U attest -A trust -E UTF8 --locale=C --no-sync > "$folder/log" 2>&1 &&
                control -o "$options" start
            echo "$? $folder"
            while read -r action; do
                case $action in
                    start) control -o "$options" start ;;
                    *) control -m immediate "$action" ;;
                esac
                echo "$? $action"
            done
            control -m immediate stop
            rm -rf "$folder"
            """
        let command = Self.command("/bin/sh", ["-c", script, "sh", programs, "\(Self.port)"])
        shell.executableURL = URL(filePath: command.program)
        shell.arguments = command.arguments
        shell.currentDirectoryURL = URL(filePath: "/tmp")
        shell.standardInput = lifeline
        shell.standardOutput = answers
        try shell.run()
        let words = answers.fileHandleForReading.readLine().split(separator: " ")
        guard words.count == 2, words[0] == "0" else {
            throw Failure(description: "PostgreSQL does not start: see \(words.last ?? "nothing")/log")
        }
        folder = String(words[1])
        XCTestObservationCenter.shared.addTestObserver(Stopping(self))
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// PostgreSQL's programs refuse to run as root, so root runs them as the user `postgres`.
    static func command(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
        guard geteuid() == 0 else { return (program, arguments) }
        let user = ["--reuid=postgres", "--regid=postgres", "--clear-groups", program]
        return ("/usr/bin/setpriv", user + arguments)
    }

    /// Has `pg_ctl` do something: start, stop or restart, the last two without any shutdown, as in a crash.
    func control(_ action: String) async throws {
        let answer = await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                lifeline.fileHandleForWriting.write(Data("\(action)\n".utf8))
                continuation.resume(returning: answers.fileHandleForReading.readLine())
            }
        }
        guard answer == "0 \(action)" else { throw Failure(description: "pg_ctl \(action): \(answer)") }
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

extension FileHandle {
    /// Reads to the end of a line, which must be the last thing that was written so far.
    func readLine() -> String {
        var line = Data()
        while line.last != UInt8(ascii: "\n"), case let data = availableData, !data.isEmpty { line += data }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
