import Foundation

/// What a symbol graph says of the declarations of a module, as far as it matters here (swiftlang/swift-docc-symbolkit).
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Comment: Decodable {
            struct Line: Decodable { let text: String }
            let lines: [Line]
        }
        struct Location: Decodable {
            struct Position: Decodable { let line: Int }
            let uri: String
            let position: Position
        }
        struct Kind: Decodable { let displayName: String }

        let kind: Kind
        let pathComponents: [String]
        let docComment: Comment?
        /// Where it is written; a declaration that the compiler makes has none.
        let location: Location?
    }
    struct Module: Decodable { let name: String }

    let module: Module
    let symbols: [Symbol]

    /// The declarations that are written below a folder.
    func declarations(in folder: String) -> [Symbol] {
        symbols.filter { URL(string: $0.location?.uri ?? "")?.path().hasPrefix(folder) ?? false }
    }
}

extension SymbolGraph.Symbol {
    /// Whether its comment begins with a sentence.
    var isDocumented: Bool {
        docComment?.lines.contains { !$0.text.trimmingCharacters(in: .whitespaces).isEmpty } ?? false
    }
}
