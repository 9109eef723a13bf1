internal import AttestCore

/// `attest demo`: both ceremonies between a virtual device and a server on SQLite, and what is refused.
enum DemoCommand: Subcommand {
    static let name = ["demo"]
    static let synopsis = "demo [--json]"
    static let abstract = "Runs both ceremonies with a virtual device, and shows attacks being refused."
    static let options: Set<String> = []
    static let flags: Set<String> = ["--json"]
    static let help = """
        attest demo [--json]

        Runs a virtual device and a server in this process: a key is attested, a request is
        signed, and the server is started again on its SQLite file. Then a challenge and a
        counter are used again, a request is altered, and another app tries its luck: each
        is refused, with its reason. The file lies in a temporary folder and is removed.

          --json              one JSON object for machines

        Exit status: 0 when everything came out as it should, 1 when not.
        """

    static func run(_ arguments: Arguments, console: Console) throws(UsageError) -> ExitStatus {
        try arguments.noOperands()
        let acts: [Demo.Act]
        do {
            acts = try blocking { try await Demo.play() }
        } catch {
            throw UsageError("the demonstration could not be set up: \(error); is the temporary folder writable?")
        }
        if arguments.has("--json") {
            let facts = acts.map { act in
                [
                    Fact("title", act.title), Fact("outcome", act.refusal == nil ? "accepted" : "refused"),
                    Fact("code", act.refusal?.code.rawValue), Fact("step", act.refusal?.step),
                    Fact("detail", act.detail), Fact("asExpected", act.isAsExpected),
                ]
            }
            console.output([Fact("acts", facts)].json)
        } else {
            acts.flatMap { $0.lines(console.style) }.forEach(console.output)
        }
        return acts.allSatisfy(\.isAsExpected) ? .success : .refused
    }
}
