/// What a mistyped word was perhaps meant to be.
enum Suggestion {
    /// The nearest of some words, if it is near enough to be meant: at most a third of the letters differ.
    static func nearest(to word: String, among words: some Sequence<String>) -> String? {
        let word = word.lowercased()
        let ranked = words.map { (distance: distance(word, $0.lowercased()), word: $0) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance * 3 <= max(word.count, best.word.count) ? best.word : nil
    }

    /// The number of letters to insert, remove or replace (Levenshtein's distance), by rows of its table.
    static func distance(_ a: String, _ b: String) -> Int {
        // What nobody would mistype so is not worth a long table.
        guard a.count <= 100, b.count <= 100 else { return max(a.count, b.count) }
        var row = Array(0...b.count)
        for (i, x) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, y) in b.enumerated() {
                let replaced = diagonal + (x == y ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
            }
        }
        return row[b.count]
    }
}
