#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Finds and reads files of vectors.
enum VectorFile {
    /// The vectors of files, and of all `.json` files in and below folders, by name.
    static func load(_ paths: [String]) throws(UsageError) -> [Vector] {
        var vectors: [Vector] = []
        for path in paths {
            for file in try files(path) {
                vectors += try read(file)
            }
        }
        guard !vectors.isEmpty else { throw UsageError("no vectors found; give files of vectors or folders of them") }
        return vectors
    }

    private static func files(_ path: String) throws(UsageError) -> [String] {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw UsageError("\(path) does not exist; give files of vectors or folders of them")
        }
        guard isDirectory else { return [path] }
        guard let below = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
            throw UsageError("cannot read the folder \(path); check its permissions")
        }
        return below.filter { $0.hasSuffix(".json") }.sorted().map { path.hasSuffix("/") ? path + $0 : "\(path)/\($0)" }
    }

    /// Reads a file that holds one vector or a list of them.
    private static func read(_ path: String) throws(UsageError) -> [Vector] {
        let data = Data(try InputFile.bytes(path, upTo: .vectors))
        let isList = data.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
        do {
            return isList
                ? try JSONDecoder().decode([Vector].self, from: data)
                : [try JSONDecoder().decode(Vector.self, from: data)]
        } catch let error as DecodingError {
            throw UsageError("\(path) is not a vector: \(error.summary)")
        } catch {
            throw UsageError("\(path) is not a vector: it is not JSON")
        }
    }
}

extension DecodingError {
    /// The field and the fault, in a few words.
    fileprivate var summary: String {
        func field(_ path: [any CodingKey]) -> String {
            path.isEmpty ? "the whole" : path.map(\.stringValue).joined(separator: ".")
        }
        return switch self {
        case .keyNotFound(let key, let context): "\(field(context.codingPath + [key])) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "\(field(context.codingPath)) has another type"
        case .dataCorrupted(let context): "\(field(context.codingPath)) cannot be read: \(context.debugDescription)"
        @unknown default: "it cannot be decoded"
        }
    }
}
