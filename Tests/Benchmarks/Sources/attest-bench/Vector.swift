import AttestCore
import Foundation

/// An object with what it is verified against, from the JSON form of `Fixtures`.
struct Vector: Decodable {
    let id: String
    let kind: String
    let expect: String?
    let appId: String
    let keyId: String?
    let clientDataHash: Data
    let object: Data
    let publicKey: Data?
    let previousCounter: UInt32?
    let validAt: String?

    var time: Date { get throws { try Date(validAt ?? "", strategy: .iso8601) } }

    /// Apple's samples, and those of the folder that `ATTEST_VECTORS` names; without it, of the one where CI looks.
    static func genuine(_ kind: String) throws -> [Vector] {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        let named = ProcessInfo.processInfo.environment["ATTEST_VECTORS"].map { URL(filePath: $0) }
        let usual = repository.appending(path: "../shared/vectors")
        let folder = named ?? (FileManager.default.fileExists(atPath: usual.path) ? usual : nil)
        let files = try [repository.appending(path: "Fixtures/apple"), folder].compactMap { $0 }.flatMap {
            try FileManager.default.contentsOfDirectory(at: $0.standardized, includingPropertiesForKeys: nil)
        }
        let vectors = files.filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }.compactMap { file in
            try? JSONDecoder().decode(Vector.self, from: Data(contentsOf: file))
        }
        return vectors.filter { $0.kind == kind && $0.expect ?? "valid" == "valid" }
    }
}
