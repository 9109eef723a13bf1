/// The numbers of a run, as `--name value` on the command line, and the form of its output.
struct Options: Sendable {
    var values: [String: Int] = [:]
    var isJSON = false

    func value(_ name: String, _ standard: Int) -> Int { values[name] ?? standard }
}
