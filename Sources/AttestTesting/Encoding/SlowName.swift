/// A name whose comparison as Unicode text takes time that grows with the square of its length.
enum SlowName {
    /// Marks of two kinds in the wrong order, which normalisation has to sort.
    static func text(markCount: Int) -> String {
        "a" + String(repeating: "\u{301}", count: markCount / 2) + String(repeating: "\u{334}", count: markCount / 2)
    }
}
