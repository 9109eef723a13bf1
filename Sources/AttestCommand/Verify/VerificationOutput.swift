internal import AttestCore

/// What `attest verify` shows: the steps, then the proof or the refusal.
struct VerificationOutput {
    private let steps: [StepReport]
    private let result: Result<[Fact], AttestError>

    init<Proof>(_ report: ValidationReport<Proof>, facts: (Proof) -> [Fact]) {
        steps = report.steps
        result = report.result.map(facts)
    }

    /// For an object that could not be read, so that no step was carried out.
    init(unreadable error: AttestError) {
        steps = []
        result = .failure(error)
    }

    func print(to console: Console, asJSON: Bool) -> ExitStatus {
        if asJSON {
            console.output(json)
        } else {
            lines.forEach(console.output)
        }
        return switch result {
        case .success: .success
        case .failure: .refused
        }
    }

    private var lines: [String] {
        let stepLines = steps.map { step in
            let number = step.number.map(String.init) ?? "-"
            let padding = String(repeating: " ", count: 3 - number.count)
            return "\(padding)\(number)  \(step.outcome.word)  \(step.name): \(step.detail.printable)"
        }
        switch result {
        case .success(let facts):
            return stepLines + ["accepted"] + facts.lines(indent: "  ")
        case .failure(let error):
            return stepLines + ["refused: \(error)", "  \(error.code.explanation)"]
        }
    }

    private var json: String {
        let stepFacts = steps.map { step in
            [
                Fact("number", step.number), Fact("name", step.name),
                Fact("outcome", step.outcome.name), Fact("code", step.outcome.code), Fact("detail", step.detail),
            ]
        }
        switch result {
        case .success(let facts):
            return [Fact("accepted", true), Fact("steps", stepFacts), Fact("proof", facts)].json
        case .failure(let error):
            let errorFacts = [
                Fact("code", error.code.rawValue), Fact("category", error.code.category.rawValue),
                Fact("step", error.step), Fact("context", error.context), Fact("explanation", error.code.explanation),
            ]
            return [Fact("accepted", false), Fact("steps", stepFacts), Fact("error", errorFacts)].json
        }
    }
}

extension StepReport.Outcome {
    /// Of one width, for columns.
    fileprivate var word: String {
        switch self {
        case .passed: "pass"
        case .failed: "FAIL"
        case .notJudged: "n/a "
        }
    }

    fileprivate var name: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notJudged: "notJudged"
        }
    }

    fileprivate var code: String? {
        if case .failed(let error) = self { error.code.rawValue } else { nil }
    }
}
