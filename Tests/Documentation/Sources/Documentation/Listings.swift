import Foundation

/// Whether every Swift listing of the articles stands in a file that is compiled.
enum Listings {
    /// Prints the listings that stand nowhere.
    ///
    /// - Returns: Whether there are none.
    static func check(articles: [String], compiled: [String]) throws -> Bool {
        let files = try compiled.map { try code(in: lines(of: $0)) }
        var count = 0
        var missing = 0
        for article in articles.sorted() {
            for listing in try listings(of: article) {
                count += 1
                guard !files.contains(where: { $0.holds(listing.code) }) else { continue }
                missing += 1
                print("not compiled: the listing at \(article):\(listing.line)")
            }
        }
        print("\(count - missing) of \(count) listings compiled")
        return missing == 0 && count > 0
    }

    /// The listings between fences that say Swift.
    private static func listings(of article: String) throws -> [(line: Int, code: [String])] {
        var listings: [(line: Int, code: [String])] = []
        var current: (line: Int, lines: [String])?
        for (number, line) in zip(1..., try lines(of: article)) {
            switch (line, current) {
            case ("```swift", nil): current = (number, [])
            case ("```", let listing?):
                listings.append((listing.line, code(in: listing.lines)))
                current = nil
            default: current?.lines.append(line)
            }
        }
        return listings
    }

    /// The lines without indents, blank ones, imports, doc comments and `public`, in which a listing differs from its file.
    private static func code(in lines: [String]) -> [String] {
        lines.map { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            return line.hasPrefix("public ") ? String(line.dropFirst("public ".count)) : line
        }.filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("///") && !$0.hasPrefix("#") }
    }

    private static func lines(of file: String) throws -> [String] {
        try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }
}

extension [String] {
    /// Whether some lines stand in these one after the other.
    fileprivate func holds(_ lines: [String]) -> Bool {
        lines.isEmpty || indices.contains { self[$0] == lines[0] && self[$0...].starts(with: lines) }
    }
}
