import Foundation

/// Whether every public declaration of the modules is documented.
enum Coverage {
    /// Prints the coverage of each module, and what is missing.
    ///
    /// - Returns: Whether nothing is.
    static func check(graphs: [String], sources: String) throws -> Bool {
        var isComplete = !graphs.isEmpty
        for file in graphs.sorted() {
            let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(filePath: file)))
            // A module that exports another one has its declarations too, which count where they are written.
            let declarations = graph.declarations(in: "\(sources)/\(graph.module.name)/")
            let missing = declarations.filter { !$0.isDocumented }
            for symbol in missing {
                let path = symbol.location?.uri.split(separator: "/Sources/").last ?? ""
                print(
                    "undocumented: \(symbol.kind.displayName) \(symbol.pathComponents.joined(separator: ".")) "
                        + "(\(path):\((symbol.location?.position.line ?? 0) + 1))")
            }
            print(
                "\(graph.module.name): \(declarations.count - missing.count) of \(declarations.count) public declarations documented"
            )
            // A graph without declarations is of the wrong folder, and would always be complete.
            isComplete = isComplete && missing.isEmpty && !declarations.isEmpty
        }
        return isComplete
    }
}
