internal import AttestCore

/// What `attest verify` shows: the steps, then the proof or the refusal.
struct VerificationOutput {
    private let steps: [StepReport]
    /// The steps that were not judged because an option was not given, which is named.
    private let withoutOption: [String: String]
    private let result: Result<[Fact], AttestError>
    /// What may be behind a refusal; nothing of it changes the verdict.
    private let hints: [String]

    init<Proof>(
        _ report: ValidationReport<Proof>, withoutOption: [String: String] = [:],
        hints: @autoclosure () -> [String], facts: (Proof) -> [Fact]
    ) {
        steps = report.steps
        self.withoutOption = withoutOption
        result = report.result.map(facts)
        self.hints = if case .failure = result { hints() } else { [] }
    }

    /// For an object that could not be read, so that no step was carried out.
    init(unreadable error: AttestError, hint: String?) {
        steps = []
        withoutOption = [:]
        result = .failure(error)
        hints = hint.map { [$0] } ?? []
    }

    func print(to console: Console, asJSON: Bool) -> ExitStatus {
        if asJSON {
            console.output(json)
        } else {
            lines(console.style).forEach(console.output)
        }
        return switch result {
        case .success: .success
        case .failure: .refused
        }
    }

    private func lines(_ style: Style) -> [String] {
        let stepLines = steps.map { step in
            let number = step.number.map(String.init) ?? "-"
            let padding = String(repeating: " ", count: 3 - number.count)
            let (outcome, detail) = shown(step)
            return "\(padding)\(number)  \(outcome.word(style))  \(step.name): \(detail.printable)"
        }
        switch result {
        case .success(let facts):
            return stepLines + [style.good("accepted")] + facts.lines(indent: "  ")
        case .failure(let error):
            return stepLines
                + ["\(style.bad("refused:")) \(error)", "  \(error.code.explanation)"]
                + hints.map { "\(style.notable("hint:")) \($0.printable)" }
        }
    }

    private func shown(_ step: StepReport) -> (outcome: StepReport.Outcome, detail: String) {
        guard let option = withoutOption[step.name], case .passed = step.outcome else {
            return (step.outcome, step.detail)
        }
        return (.notJudged, "\(step.detail), not judged without \(option)")
    }

    private var json: String {
        let stepFacts = steps.map { step in
            let (outcome, detail) = shown(step)
            return [
                Fact("number", step.number), Fact("name", step.name),
                Fact("outcome", outcome.name), Fact("code", outcome.code), Fact("detail", detail),
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
            return [
                Fact("accepted", false), Fact("steps", stepFacts), Fact("error", errorFacts), Fact("hints", hints),
            ].json
        }
    }
}

extension StepReport.Outcome {
    /// Of one width, for columns.
    fileprivate func word(_ style: Style) -> String {
        switch self {
        case .passed: style.good("pass")
        case .failed: style.bad("FAIL")
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
