#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The texts inside of a JSON document, each with the path of its member.
struct JSONTexts: Decodable {
    let texts: [(path: String, text: String)]

    /// Reads a document; nil when it is none, and also for a lone text or number.
    init?(_ bytes: [UInt8]) {
        guard let first = bytes.first(where: { !" \t\r\n".utf8.contains($0) }), "{[".utf8.contains(first),
            let found = try? JSONDecoder().decode(JSONTexts.self, from: Data(bytes))
        else { return nil }
        self = found
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.singleValueContainer().decode([String: JSONTexts].self) {
            texts = members.sorted { $0.key < $1.key }.flatMap { name, value in value.texts.map { Self.below(name, $0) }
            }
        } else if let values = try? decoder.singleValueContainer().decode([JSONTexts].self) {
            texts = values.enumerated().flatMap { index, value in value.texts.map { Self.below("\(index)", $0) } }
        } else if let text = try? decoder.singleValueContainer().decode(String.self) {
            texts = [(path: "", text: text)]
        } else {
            texts = []
        }
    }

    private static func below(_ name: String, _ entry: (path: String, text: String)) -> (path: String, text: String) {
        (entry.path.isEmpty ? name : "\(name).\(entry.path)", entry.text)
    }
}
