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
            return ExitStatus.misuse.rawValue
        }
    }

    private static var subcommands: [any Subcommand.Type] {
        [
            CheckCommand.self, VerifyAttestationCommand.self, VerifyAssertionCommand.self, InspectCommand.self,
            ReceiptVerifyCommand.self, ReceiptInspectCommand.self, DeviceAttestCommand.self, DeviceAssertCommand.self,
            DeviceVectorsCommand.self, DemoCommand.self,
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
            let problem = arguments.isEmpty ? "no command given" : "unknown command"
            throw UsageError("\(problem); run 'attest --help' for the list")
        }
        console.output("Verifies Apple App Attest objects.\n")
        for subcommand in group {
            console.output("  attest \(subcommand.synopsis)\n      \(subcommand.abstract)")
        }
        console.output("\nRun a command with --help for its options.")
        return .success
    }
}

/// What a process ends with.
enum ExitStatus: Int32 {
    case success = 0
    case refused = 1
    case misuse = 2
}
