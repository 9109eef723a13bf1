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

        Runs vector files, and all .json files in and below folders. A file holds one
        vector or a list of them. Each vector gives one line:

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
        var outcomes: [(vector: Vector, outcome: Vector.Outcome)] = []
        for vector in try VectorFile.load(arguments.operands) {
            outcomes.append((vector, try vector.verify()))
        }

        let style = console.style
        var (passed, failed) = (0, 0)
        for (vector, outcome) in outcomes {
            let expected = vector.expect ?? "valid"
            if outcome.matches(expected) {
                passed += 1
                console.output("\(style.good("PASS")) \(vector.id)")
            } else {
                failed += 1
                console.output("\(style.bad("FAIL")) \(vector.id): expected \(expected), got \(outcome.description)")
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
