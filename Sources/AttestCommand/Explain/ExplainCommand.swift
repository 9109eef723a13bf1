internal import AttestCore
internal import AttestVerify

/// `attest explain`: what a code means, what lies behind it, and what to change.
enum ExplainCommand: Subcommand {
    static let name = ["explain"]
    static let synopsis = "explain [--json] [CODE]"
    static let abstract = "Says what an error code means, what usually lies behind it, and what to change."
    static let options: Set<String> = []
    static let flags: Set<String> = ["--json"]
    static let help = """
        attest explain [--json] [CODE]

        Says what an error code means, the usual causes, and what to change. A code stands
        in errors, in events and in what 'attest verify' shows. Without CODE, lists all.

          --json                  one JSON object for machines

        Exit status: 0, or 2 for an unknown code.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        guard !arguments.operands.isEmpty else {
            list(console, asJSON: arguments.has("--json"))
            return .success
        }
        let text = try arguments.soleOperand("an error code, such as nonceMismatch", of: "codes")
        guard let code = AttestError.Code(rawValue: text) else {
            let nearest = Suggestion.nearest(to: text, among: AttestError.Code.allCases.map(\.rawValue))
            throw UsageError(
                "\(text) is no code; "
                    + (nearest.map { "did you mean \($0)?" } ?? "run 'attest explain' for the list"))
        }
        if arguments.has("--json") {
            console.output(code.facts.json)
        } else {
            code.lines(console.style).forEach(console.output)
        }
        return .success
    }

    private static func list(_ console: Console, asJSON: Bool) {
        let codes = AttestError.Code.allCases
        if asJSON {
            console.output([Fact("codes", codes.map(\.facts))].json)
            return
        }
        for category in AttestError.Category.allCases {
            console.output("\(category.rawValue)")
            for code in codes where code.category == category {
                let column = String(repeating: " ", count: max(1, 33 - code.rawValue.count))
                console.output("  \(code.rawValue)\(column)\(code.explanation.firstSentence)")
            }
        }
    }
}

extension AttestError.Code {
    fileprivate var facts: [Fact] {
        let denial = DenialPolicy().denial(for: self)
        return [
            Fact("code", rawValue), Fact("category", category.rawValue), Fact("status", denial.status),
            Fact("told", denial.code.rawValue), Fact("meaning", explanation), Fact("causes", causes),
            Fact("change", remedy),
        ]
    }

    fileprivate func lines(_ style: Style) -> [String] {
        let denial = DenialPolicy().denial(for: self)
        return [
            "\(style.notable(rawValue)) (\(category.rawValue); clients are told \(denial.status) \(denial.code.rawValue))",
            "", explanation.filled(indent: ""), "", "Likely causes:",
        ] + causes.map { "  - " + $0.filled(indent: "    ").dropFirst(4) }
            + ["", "What to change:", remedy.filled(indent: "  ")]
    }
}

extension String {
    fileprivate var firstSentence: String {
        split(separator: ". ", maxSplits: 1).first.map { $0.hasSuffix(".") ? String($0) : "\($0)." } ?? self
    }

    /// The words in lines of at most 80 columns behind an indent.
    fileprivate func filled(indent: String) -> String {
        var lines = [indent]
        for word in split(separator: " ") {
            let isFirst = lines[lines.count - 1].count == indent.count
            if !isFirst, lines[lines.count - 1].count + word.count + 1 > 80 {
                lines.append(indent + word)
            } else {
                lines[lines.count - 1] += isFirst ? word : " \(word)"
            }
        }
        return lines.joined(separator: "\n")
    }
}
