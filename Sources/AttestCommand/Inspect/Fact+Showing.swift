extension [Fact] {
    /// Shows the facts as the flags of the two `inspect` commands ask for it.
    func show(_ arguments: Arguments, on console: Console) {
        let facts = arguments.has("--redact") ? redacted : self
        if arguments.has("--json") {
            console.output(facts.json)
        } else {
            facts.lines().forEach(console.output)
        }
    }
}
