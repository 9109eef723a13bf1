/// The numbers of a run, as `--name value` on the command line.
struct Options: Sendable {
    var values: [String: Int] = [:]

    func value(_ name: String, _ standard: Int) -> Int { values[name] ?? standard }
}
