/// What the command line asks for: numbers as `--name value`, and flags as `--name` alone.
struct Options: Sendable {
    var values: [String: Int] = [:]
    var flags: Set<String> = []
    /// Parts of the names of the operations to measure; none for all.
    var operations: [String] = []

    func value(_ name: String, _ standard: Int) -> Int { values[name] ?? standard }
}
