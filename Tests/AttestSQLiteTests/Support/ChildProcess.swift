#if os(Linux)
import Foundation
import Synchronization
import XCTest

/// This test program, started again to do one ``ChildRole`` on a file.
///
/// Its reports are read while it runs.
final class ChildProcess {
    private let process = Process()
    private let start = Pipe()
    private let output = ChildOutput()

    init(_ role: ChildRole, path: String) throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["AttestSQLiteTests.ChildTests/testChild"]
        process.environment = ProcessInfo.processInfo.environment.merging(
            [ChildRole.variable: role.rawValue, ChildRole.pathVariable: path], uniquingKeysWith: { $1 })
        // The reports come on standard error, because XCTest itself writes to standard output.
        let reports = Pipe()
        process.standardInput = start
        process.standardOutput = FileHandle.nullDevice
        process.standardError = reports
        try process.run()
        output.read(reports.fileHandleForReading)
    }

    /// Waits until the child runs and is about to open the file.
    func waitUntilReady() async throws {
        for _ in 0..<10_000 where !output.isReady {
            try await Task.sleep(for: .milliseconds(1))
        }
        XCTAssertTrue(output.isReady, "the child did not start")
    }

    /// Has the child begin.
    func begin() throws {
        try start.fileHandleForWriting.close()
    }

    /// Kills the child, which must not have ended by itself.
    func kill() {
        XCTAssertTrue(process.isRunning)
        _ = Glibc.kill(process.processIdentifier, SIGKILL)
    }

    /// Waits for the child's end.
    ///
    /// - Returns: All its reports.
    func end() -> [Report] {
        let reports = output.waitForAll()
        process.waitUntilExit()
        return reports
    }
}

/// What a child has written so far.
private final class ChildOutput: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let end = DispatchSemaphore(value: 0)

    var isReady: Bool { bytes.withLock { !$0.isEmpty } }

    /// Reads on another thread, so that the child is not held up.
    func read(_ file: FileHandle) {
        Thread.detachNewThread { [self] in
            while case let data = file.availableData, !data.isEmpty {
                bytes.withLock { $0 += data }
            }
            end.signal()
        }
    }

    func waitForAll() -> [Report] {
        end.wait()
        // A child that is killed may leave the beginning of a line.
        let lines = bytes.withLock { $0 }.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.dropLast().compactMap { Report(line: String(decoding: $0, as: UTF8.self)) }
    }
}
#endif
