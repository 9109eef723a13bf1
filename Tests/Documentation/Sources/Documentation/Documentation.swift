import Foundation

/// `documentation coverage GRAPHS SOURCES` and `documentation listings ARTICLES COMPILED`, each with two folders; ends with
/// 1 when something is missing.
@main
enum Documentation {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 4 else { fatalError("give a command and two folders") }
        let (command, first, second) = (words[1], words[2], words[3])
        let isComplete =
            switch command {
            case "coverage":
                try Coverage.check(graphs: files(in: first, ending: ".symbols.json"), sources: second)
            case "listings":
                try Listings.check(
                    articles: files(in: first, ending: ".md"), compiled: files(in: second, ending: ".swift"))
            default: fatalError("unknown command \(command)")
            }
        exit(isComplete ? 0 : 1)
    }

    /// The files in and below a folder, but for what builds have left.
    static func files(in folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(ending) && !$0.contains(".build/") }.map { "\(folder)/\($0)" }
    }
}
