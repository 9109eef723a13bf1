/// The command line `attest`.
public enum AttestCommand {
    /// Runs the command line.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - console: Where to read and write.
    /// - Returns: The exit status: 0 for success, 1 for a refusal or failed vectors, 2 for unusable arguments or files.
    public static func run(_ arguments: [String], console: Console) -> Int32 {
        do {
            return try dispatch(arguments, console: console).rawValue
        } catch {
            console.error("attest: \(error.message)")
            if let hint = error.hint { console.error("hint: \(hint.printable)") }
            return ExitStatus.misuse.rawValue
        }
    }

    private static var subcommands: [any Subcommand.Type] {
        [
            VerifyAttestationCommand.self, VerifyAssertionCommand.self, InspectCommand.self, ExplainCommand.self,
            ReceiptVerifyCommand.self, ReceiptInspectCommand.self, CheckCommand.self, DeviceAttestCommand.self,
            DeviceAssertCommand.self, DeviceVectorsCommand.self, DemoCommand.self,
        ]
    }

    private static func dispatch(_ arguments: [String], console: Console) throws(UsageError) -> ExitStatus {
        guard let subcommand = subcommands.first(where: { arguments.starts(with: $0.name) }) else {
            return try help(for: arguments, console: console)
        }
        let rest = arguments.dropFirst(subcommand.name.count)
        if Arguments.askForHelp(rest) {
            console.output(subcommand.help)
            return .success
        }
        return try subcommand.run(
            Arguments(rest, options: subcommand.options, flags: subcommand.flags), console: console)
    }

    /// The help of the whole command or of a group, when that was asked for.
    private static func help(for arguments: [String], console: Console) throws(UsageError) -> ExitStatus {
        let words = arguments.filter { $0 != "--help" && $0 != "-h" && $0 != "help" }
        let group = subcommands.filter { $0.name.starts(with: words) }
        guard words.count < arguments.count, !group.isEmpty else {
            throw UsageError(problem(words))
        }
        console.output("Verifies Apple App Attest objects.\n")
        for subcommand in group {
            console.output("  attest \(subcommand.synopsis)\n      \(subcommand.abstract)")
        }
        console.output(
            "\nRun a command with --help for its options. Results are coloured on a terminal,\nbut never when NO_COLOR is set."
        )
        return .success
    }

    /// What is wrong with words that call no command.
    private static func problem(_ words: [String]) -> String {
        let list = "run 'attest --help' for the list"
        guard let word = words.first else { return "no command given; \(list)" }
        let group = subcommands.filter { $0.name.first == word }
        if !group.isEmpty {
            let calls = group.map { "attest " + $0.name.joined(separator: " ") }
            return "unknown command; give one of: \(calls.joined(separator: ", ")), or \(list)"
        }
        let nearest = Suggestion.nearest(to: word, among: subcommands.map { $0.name[0] })
        return "unknown command \(word); " + (nearest.map { "did you mean 'attest \($0)'? Or " } ?? "") + list
    }
}

/// What a process ends with.
enum ExitStatus: Int32 {
    case success = 0
    case refused = 1
    case misuse = 2
}
