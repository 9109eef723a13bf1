#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension [Fact] {
    /// One JSON object on several lines, its members sorted by name.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // Encoding texts, numbers and booleans under text keys cannot fail; an empty object would be refused by any reader.
        guard let data = try? encoder.encode(FactValue.facts(self)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension FactValue: Encodable {
    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .number(let number), .annotated(let number, _):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .boolean(let boolean):
            var container = encoder.singleValueContainer()
            try container.encode(boolean)
        case .facts(let facts):
            var container = encoder.container(keyedBy: Name.self)
            for fact in facts {
                guard let value = fact.value else { continue }
                try container.encode(value, forKey: Name(stringValue: fact.name))
            }
        case .list(let values):
            var container = encoder.unkeyedContainer()
            for value in values {
                try container.encode(value)
            }
        }
    }
}
