/// The words of a call, sorted into options, flags and the rest.
struct Arguments {
    private var values: [String: String] = [:]
    private var flags: Set<String> = []
    /// The words that are neither options nor their values.
    private(set) var operands: [String] = []

    /// Sorts the words; `--` ends the options, and `-` alone is an operand.
    init(_ words: some Sequence<String>, options: Set<String>, flags: Set<String>) throws(UsageError) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if flags.contains(word) {
                self.flags.insert(word)
            } else if options.contains(parts[0]) {
                guard let value = parts.count == 2 ? parts[1] : words.popFirst() else {
                    throw UsageError("\(parts[0]) needs a value after it")
                }
                guard values.updateValue(value, forKey: parts[0]) == nil else {
                    throw UsageError("\(parts[0]) is given twice; give it once")
                }
            } else {
                let nearest = Suggestion.nearest(to: parts[0], among: options.union(flags).sorted())
                throw UsageError(
                    "unknown option \(parts[0]); "
                        + (nearest.map { "did you mean \($0)?" } ?? "run the command with --help for its options"))
            }
        }
    }

    /// Whether a call asks for help, wherever the word stands before `--`.
    static func askForHelp(_ words: some Sequence<String>) -> Bool {
        words.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
    }

    func has(_ flag: String) -> Bool { flags.contains(flag) }

    func value(_ option: String) -> String? { values[option] }

    func required(_ option: String, _ meaning: String) throws(UsageError) -> String {
        guard let value = values[option] else { throw UsageError("\(option) is missing; give \(meaning)") }
        return value
    }

    /// Refuses operands, for a command that takes none.
    func noOperands() throws(UsageError) {
        guard let operand = operands.first else { return }
        throw UsageError("\(operand) is unexpected; this command takes options only")
    }

    /// The one operand, or an error that says which it should be.
    func soleOperand(_ meaning: String, of kind: String = "files") throws(UsageError) -> String {
        guard let operand = operands.first, operands.count == 1 else {
            throw UsageError("\(operands.count) \(kind) given; give exactly one: \(meaning)")
        }
        return operand
    }
}

extension [String] {
    /// The words in lines of at most 88 columns behind an indent, separated by commas.
    func wrapped(indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines = [margin]
        for (index, word) in enumerated() {
            let item = index == count - 1 ? word : "\(word), "
            if lines[lines.count - 1].count + word.count + 1 > 88 { lines.append(margin) }
            lines[lines.count - 1] += item
        }
        return lines.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }.joined(separator: "\n")
    }
}
