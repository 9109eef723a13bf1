#if os(Linux)
import AttestCore
import AttestVerify
import Foundation
import XCTest

/// This test program, started again to do one ``ChildRole`` on a database.
///
/// Its reports are read while it runs.
final class ChildProcess {
    private let process = Process()
    private let start = Pipe()
    private let output = ChildOutput()

    init(_ role: ChildRole, connection: String, requests: String = "") throws {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["AttestPostgresTests.ChildTests/testChild"]
        process.environment = ProcessInfo.processInfo.environment.merging(
            [
                ChildRole.variable: role.rawValue, ChildRole.connectionVariable: connection,
                ChildRole.requestsVariable: requests,
            ], uniquingKeysWith: { $1 })
        // The reports come on standard error, because XCTest itself writes to standard output.
        let reports = Pipe()
        process.standardInput = start
        process.standardOutput = FileHandle.nullDevice
        process.standardError = reports
        try process.run()
        output.read(reports.fileHandleForReading)
    }

    /// Waits until the child has its store.
    func waitUntilReady() async throws {
        try await waitForReports(1)
    }

    /// Waits until the child has written that many lines.
    func waitForReports(_ count: Int) async throws {
        for _ in 0..<20_000 where output.lineCount < count {
            try await Task.sleep(for: .milliseconds(1))
        }
        XCTAssertGreaterThanOrEqual(output.lineCount, count, "the child is too slow")
    }

    /// Has the child begin.
    func begin() throws {
        try start.fileHandleForWriting.close()
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
    private let bytes = Locked<(all: [UInt8], lines: Int)>(([], 0))
    private let end = DispatchSemaphore(value: 0)

    var lineCount: Int { bytes.withLock { $0.lines } }

    /// Reads on another thread, so that the child is not held up.
    func read(_ file: FileHandle) {
        Thread.detachNewThread { [self] in
            while case let data = file.availableData, !data.isEmpty {
                let lines = data.count { $0 == UInt8(ascii: "\n") }
                bytes.withLock { bytes in
                    bytes.all += data
                    bytes.lines += lines
                }
            }
            end.signal()
        }
    }

    func waitForAll() -> [Report] {
        end.wait()
        let lines = bytes.withLock { $0.all }.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.dropLast().compactMap { Report(line: String(decoding: $0, as: UTF8.self)) }
    }
}
#endif
