import AttestCommand
import Foundation
import XCTest

/// What a run of the command line has written, and its exit status.
struct CommandResult {
    var status: Int32
    var output: [String]
    var errors: [String]

    var text: String { output.joined(separator: "\n") }

    /// What was said about the mistake, on either stream.
    var hints: [String] {
        (output + errors).filter { $0.hasPrefix("hint: ") }.map { String($0.dropFirst(6)) }
    }

    /// The first of them; nothing when there is none.
    var hint: String { hints.first ?? "" }

    func json() throws -> [String: Any] {
        try XCTUnwrap(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
}

/// Runs the command line inside of this process.
func attest(_ arguments: String..., input: [UInt8] = []) -> CommandResult {
    attest(arguments, input: input)
}

/// Runs the command line inside of this process, with a list of arguments.
func attest(
    _ arguments: [String], input: [UInt8] = [], isTerminal: Bool = false, environment: [String: String] = [:]
) -> CommandResult {
    var output: [String] = []
    var errors: [String] = []
    let console = Console(
        output: { output.append($0) }, error: { errors.append($0) }, standardInput: { Array(input.prefix($0)) },
        isTerminal: isTerminal,
        environment: environment)
    let status = AttestCommand.run(arguments, console: console)
    return CommandResult(status: status, output: output, errors: errors)
}

/// Asserts that a call is unusable: status 2, nothing on standard output, one line that says what to do, and at most one
/// that names the mistake.
func assertMisuse(
    _ result: CommandResult, mentions words: String..., file: StaticString = #filePath, line: UInt = #line
) {
    XCTAssertEqual(result.status, 2, result.text, file: file, line: line)
    XCTAssertEqual(result.output, [], file: file, line: line)
    XCTAssertTrue(result.errors.first?.hasPrefix("attest: ") == true, "\(result.errors)", file: file, line: line)
    XCTAssertTrue(result.errors.dropFirst().allSatisfy { $0.hasPrefix("hint: ") }, file: file, line: line)
    XCTAssertLessThanOrEqual(result.errors.count, 2, file: file, line: line)
    let message = result.errors.joined(separator: " ")
    XCTAssertFalse(message.contains("\n"), message, file: file, line: line)
    for word in words { XCTAssertTrue(message.contains(word), message, file: file, line: line) }
}

/// The folder of this project.
let projectFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized.path()

/// A folder that is removed at the end of a test.
final class TemporaryFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "attest-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file and gives back its path.
    func write(_ contents: some Sequence<UInt8>, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        let folder = URL(filePath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(contents).write(to: URL(filePath: file))
        return file
    }
}
