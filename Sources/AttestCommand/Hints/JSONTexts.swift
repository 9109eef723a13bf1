#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The first texts inside of a JSON document, each with the path of its member.
///
/// A document can hold many texts below long names, so the number of texts and the length of their paths are limited.
struct JSONTexts {
    /// The most texts; what people wrap an object in holds a few.
    static let most = 1000
    /// The most bytes of a name in a path; longer ones are cut.
    static let mostNameBytes = 64
    /// The most names in a path.
    static let mostNames = 8

    private(set) var texts: [(path: String, text: String)] = []

    /// Reads a document; nil when it is none, and also for a lone text or number.
    init?(_ bytes: [UInt8]) {
        guard let first = bytes.first(where: { !" \t\r\n".utf8.contains($0) }), "{[".utf8.contains(first),
            JSONGuard.fault(in: bytes) == nil,
            let value = try? JSONDecoder().decode(Value.self, from: Data(bytes))
        else { return nil }
        add(value, at: [])
    }

    private mutating func add(_ value: Value, at path: [String]) {
        switch value {
        case .text(let text):
            texts.append((path.joined(separator: "."), text))
        case .members(let members) where path.count < Self.mostNames:
            for (name, member) in members where texts.count < Self.most {
                add(member, at: path + [name.prefix(bytes: Self.mostNameBytes)])
            }
        case .values(let values) where path.count < Self.mostNames:
            for (index, element) in values.enumerated() where texts.count < Self.most {
                add(element, at: path + ["\(index)"])
            }
        case .members, .values, .other:
            break
        }
    }
}

extension JSONTexts {
    /// A value of a document, as far as it matters here.
    private indirect enum Value: Decodable {
        case text(String)
        /// Sorted by name.
        case members([(name: String, value: Value)])
        case values([Value])
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let members = try? container.decode([String: Value].self) {
                self = .members(members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
            } else if let values = try? container.decode([Value].self) {
                self = .values(values)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .other
            }
        }
    }
}
