internal import AttestCore

/// `attest check`: runs vectors and compares what comes of them with what they expect.
enum CheckCommand: Subcommand {
    static let name = ["check"]
    static let synopsis = "check PATH..."
    static let abstract = "Runs test vectors and compares each outcome with the expected one."
    static let options: Set<String> = []
    static let flags: Set<String> = []
    static let help = """
        attest check PATH...

        Runs vector files, and all regular .json files in and below folders. A file holds
        one vector or a list of them. Each vector gives one line:

          PASS id
          FAIL id: expected X, got Y

        A vector's "expect" is "valid" (also when absent), "invalid" for any refusal,
        or one exact error code. The last line counts what passed and failed.

        Exit status: 0 when none failed, 1 when one did, 2 for unusable arguments or files.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        guard !arguments.operands.isEmpty else {
            throw UsageError("no files given; give files of vectors or folders of them")
        }
        // Every file and outcome comes before the first line, so that an unusable file is not taken for a part of the run.
        // Of each vector only what those lines need is kept: a folder may hold more than fits into memory.
        var outcomes: [(id: String, expected: String, outcome: Vector.Outcome)] = []
        for file in try VectorFile.find(arguments.operands) {
            for vector in try file.vectors() {
                outcomes.append((vector.id, vector.expect ?? "valid", try vector.verify()))
            }
        }
        guard !outcomes.isEmpty else { throw UsageError("no vectors found; give files of vectors or folders of them") }

        let style = console.style
        var (passed, failed) = (0, 0)
        for (id, expected, outcome) in outcomes {
            if outcome.matches(expected) {
                passed += 1
                console.output("\(style.good("PASS")) \(id)")
            } else {
                failed += 1
                console.output("\(style.bad("FAIL")) \(id): expected \(expected), got \(outcome.description)")
            }
        }
        console.output("\(passed) passed, \(failed) failed")
        return failed == 0 ? .success : .refused
    }
}

extension Vector.Outcome {
    fileprivate func matches(_ expected: String) -> Bool {
        switch self {
        case .valid: expected == "valid"
        // A failure of the library is no refusal, unless it is just what was expected.
        case .refused(let code): expected == code.rawValue || (expected == "invalid" && code.category != .unavailable)
        case .differing: false
        }
    }

    fileprivate var description: String {
        switch self {
        case .valid: "valid"
        case .refused(let code): code.rawValue
        case .differing(let what): "valid with \(what)"
        }
    }
}
