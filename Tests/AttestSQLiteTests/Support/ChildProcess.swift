#if os(Linux)
import Foundation
import Glibc
import XCTest

/// This test program, started again to do one ``ChildRole`` on a file.
///
/// Its reports are read while it runs. Not by Foundation's `Process`, which leaks a little at each start.
final class ChildProcess {
    private let identifier: pid_t
    private let start = Pipe()
    private let output: AsyncStream<Data>
    private var written: [UInt8] = []

    init(_ role: ChildRole, path: String) throws {
        let environment = ProcessInfo.processInfo.environment.merging(
            [ChildRole.variable: role.rawValue, ChildRole.pathVariable: path], uniquingKeysWith: { $1 })
        // The reports come on standard error, because XCTest itself writes to standard output.
        let reports = Pipe()
        // Or another child would have a copy of them, and they would not end when they are closed here.
        for file in [start.fileHandleForWriting, reports.fileHandleForReading] {
            XCTAssertEqual(fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC), 0)
        }
        identifier = try spawn(
            arguments: ["child", "AttestSQLiteTests.ChildTests/testChild"],
            environment: environment.map { "\($0)=\($1)" },
            input: start.fileHandleForReading.fileDescriptor, errors: reports.fileHandleForWriting.fileDescriptor)
        try start.fileHandleForReading.close()
        try reports.fileHandleForWriting.close()
        output = Self.output(of: reports.fileHandleForReading)
    }

    /// Reads on another thread, so that the child is not held up.
    private static func output(of file: FileHandle) -> AsyncStream<Data> {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        Thread.detachNewThread {
            while case let data = file.availableData, !data.isEmpty {
                continuation.yield(data)
            }
            continuation.finish()
        }
        return stream
    }

    /// Waits until the child runs and is about to open the file.
    func waitUntilReady() async {
        for await data in output {
            written += data
            return
        }
        XCTFail("the child did not start")
    }

    /// Has the child begin.
    func begin() throws {
        try start.fileHandleForWriting.close()
    }

    func kill() {
        _ = Glibc.kill(identifier, SIGKILL)
    }

    /// Waits for the child's end.
    ///
    /// - Returns: All its reports, and the signal that ended it, 0 for none.
    func end() async -> (reports: [Report], signal: Int32) {
        for await data in output {
            written += data
        }
        var status: Int32 = 0
        XCTAssertEqual(unsafe waitpid(identifier, &status, 0), identifier)
        // A child that is killed may leave the beginning of a line.
        let lines = written.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return (lines.compactMap { Report(line: String(decoding: $0, as: UTF8.self)) }, status & 0x7f)
    }
}

/// Starts this program again.
private func spawn(
    arguments: [String], environment: [String], input: Int32, errors: Int32
) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    let argumentCopies = unsafe arguments.map { unsafe strdup($0) }
    let environmentCopies = unsafe environment.map { unsafe strdup($0) }
    defer { unsafe (argumentCopies + environmentCopies).forEach { unsafe free($0) } }

    var identifier: pid_t = 0
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(percentEncoded: false)
    let result = unsafe posix_spawn(
        &identifier, program, &actions, nil, argumentCopies + [nil], environmentCopies + [nil])
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EINVAL) }
    return identifier
}
#endif
