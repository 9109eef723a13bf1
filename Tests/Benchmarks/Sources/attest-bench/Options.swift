/// What the command line asks for: numbers as `--name value`, and flags as `--name` alone.
struct Options: Sendable {
    var values: [String: Int] = [:]
    var flags: Set<String> = []

    func value(_ name: String, _ standard: Int) -> Int { values[name] ?? standard }
}
