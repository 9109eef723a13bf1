/// One command of `attest`.
protocol Subcommand {
    /// The words that call it.
    static var name: [String] { get }
    /// The call in one line, without the program's name.
    static var synopsis: String { get }
    /// What it does, in one sentence.
    static var abstract: String { get }
    /// The whole help text.
    static var help: String { get }
    /// The options that take a value.
    static var options: Set<String> { get }
    /// The options that take none.
    static var flags: Set<String> { get }

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus
}
