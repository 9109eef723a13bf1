import Foundation
import XCTest

/// A PgBouncer in a temporary folder, before the tests' own server, as long as this value lives.
final class PgBouncer {
    private static let port = 54399

    private let folder: String
    private let shell = Process()
    private let lifeline = Pipe()

    /// Starts it.
    ///
    /// - Throws: Also when it is not installed: a test that needs it fails then.
    init(mode: String, server: String) throws {
        let candidates = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"]
        guard let program = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
            throw OwnServer.Failure(description: "no PgBouncer: install the package pgbouncer")
        }
        // The shell ends it when this process ends, also by a crash.
        let script = """
            trap '' INT TERM HUP
            folder=$(mktemp -d /tmp/attest-pgbouncer-XXXXXX) || exit 1
            cat > "$folder/ini" <<END
            [databases]
            * = host=$3 port=$4 user=attest
            [pgbouncer]
            pool_mode = $2
            listen_port = $5
            unix_socket_dir = $folder
            auth_type = any
            default_pool_size = 20
            END
            "$1" -q "$folder/ini" > "$folder/log" 2>&1 &
            for i in $(seq 500); do [ -S "$folder/.s.PGSQL.$5" ] && break; sleep 0.02; done
            echo "$folder"
            read -r end
            kill -9 $!
            wait
            rm -rf "$folder"
            """
        let command = OwnServer.command(
            "/bin/sh", ["-c", script, "sh", program, mode, server, "\(OwnServer.port)", "\(Self.port)"])
        let answers = Pipe()
        shell.executableURL = URL(filePath: command.program)
        shell.arguments = command.arguments
        shell.currentDirectoryURL = URL(filePath: "/tmp")
        shell.standardInput = lifeline
        shell.standardOutput = answers
        try shell.run()
        folder = answers.fileHandleForReading.readLine()
    }

    deinit {
        try? lifeline.fileHandleForWriting.close()
        shell.waitUntilExit()
    }

    /// How to reach a database through it.
    func connection(to database: String) -> String {
        "host=\(folder) port=\(Self.port) user=attest dbname=\(database)"
    }
}
