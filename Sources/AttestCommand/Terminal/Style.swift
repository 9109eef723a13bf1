/// The few colours of the output: only for people, and never the only carrier of a meaning.
struct Style: Sendable {
    /// Whether colours are used at all.
    let isColoured: Bool

    static let plain = Style(isColoured: false)

    /// What passed.
    func good(_ text: String) -> String { paint(text, 32) }
    /// What failed.
    func bad(_ text: String) -> String { paint(text, 31) }
    /// What to look at.
    func notable(_ text: String) -> String { paint(text, 33) }

    private func paint(_ text: String, _ colour: Int) -> String {
        isColoured ? "\u{1b}[\(colour)m\(text)\u{1b}[0m" : text
    }
}

extension Style {
    /// Colours on a terminal that has them, unless NO_COLOR is set to anything (no-color.org).
    init(isTerminal: Bool, environment: [String: String]) {
        let isRefused = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
        isColoured = isTerminal && !isRefused && environment["TERM"] != "dumb"
    }
}
