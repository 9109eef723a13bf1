#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A file of vectors.
struct VectorFile {
    /// The most bytes of an ID or expected outcome, which are kept and compared.
    private static let mostNameBytes = 256

    let path: String
    /// Whether it was found in a folder, where a name alone does not say that it is a file.
    private let isFound: Bool

    /// The files of some paths, and all `.json` files in and below folders, by name.
    static func find(_ paths: [String]) throws(UsageError) -> [VectorFile] {
        var files: [VectorFile] = []
        for path in paths {
            files += try find(path)
        }
        return files
    }

    private static func find(_ path: String) throws(UsageError) -> [VectorFile] {
        var isDirectory = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
            throw UsageError("\(path) does not exist; give files of vectors or folders of them")
        }
        guard isDirectory else { return [VectorFile(path: path, isFound: false)] }
        guard let below = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
            throw UsageError("cannot read the folder \(path); check its permissions")
        }
        return below.filter { $0.hasSuffix(".json") }.sorted().map {
            VectorFile(path: path.hasSuffix("/") ? path + $0 : "\(path)/\($0)", isFound: true)
        }
    }

    /// Reads the vector or the list of them; none of what was found in a folder and is no regular file.
    func vectors() throws(UsageError) -> [Vector] {
        let found: [UInt8]? =
            isFound
            ? try InputFile.bytesOfRegularFile(path, upTo: .vectors) : try InputFile.bytes(path, upTo: .vectors)
        guard let bytes = found else { return [] }
        if let fault = JSONGuard.fault(in: bytes) { throw UsageError("\(path) is not a vector: it has \(fault)") }
        let vectors = try decoded(bytes)
        for vector in vectors where max(vector.id.utf8.count, vector.expect?.utf8.count ?? 0) > Self.mostNameBytes {
            throw UsageError("\(path) is not a vector: id or expect has more than \(Self.mostNameBytes) bytes")
        }
        return vectors
    }

    private func decoded(_ bytes: [UInt8]) throws(UsageError) -> [Vector] {
        let isList = bytes.first { !$0.isWhiteSpace } == UInt8(ascii: "[")
        do {
            return isList
                ? try JSONDecoder().decode([Vector].self, from: Data(bytes))
                : [try JSONDecoder().decode(Vector.self, from: Data(bytes))]
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
        case .dataCorrupted(let context):
            "\(field(context.codingPath)) cannot be read: \(context.debugDescription.prefix(bytes: 200))"
        @unknown default: "it cannot be decoded"
        }
    }
}
