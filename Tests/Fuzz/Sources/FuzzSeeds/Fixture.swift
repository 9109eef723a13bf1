#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A vector of the main package's Fixtures, Apple's samples among them: its file, and the object in it.
struct Fixture {
    enum Kind {
        case attestation, assertion, receipt
    }

    let name: String
    let file: [UInt8]
    let kind: Kind
    let object: [UInt8]

    static func all() throws -> [Fixture] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../Fixtures").path
        return try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }.sorted()
            .map { try Fixture(reading: "\(folder)/\($0)", name: String($0.split(separator: "/").last ?? "fixture")) }
    }

    private init(reading path: String, name: String) throws {
        struct Fields: Decodable {
            let kind: String
            let object: Data
        }
        let data = try Data(contentsOf: URL(filePath: path))
        let fields = try JSONDecoder().decode(Fields.self, from: data)
        self.name = name
        file = Array(data)
        kind =
            switch fields.kind {
            case "attestation": .attestation
            case "assertion": .assertion
            default: .receipt
            }
        object = Array(fields.object)
    }
}
