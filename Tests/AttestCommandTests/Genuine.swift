import Foundation
import XCTest

/// An object of a genuine device, from the folder that ATTEST_VECTORS names.
struct Genuine: Decodable {
    let id: String
    let kind: String
    let appId: String?
    let environment: String?
    let keyId: String?
    let challenge: String?
    let challengeEncoding: String?
    let challengeHashing: String?
    let clientData: String?
    let clientDataEncoding: String?
    let clientDataHash: Data?
    let publicKey: Data?
    let counter: UInt32?
    let validAt: String?
    let object: Data

    /// All of one kind.
    static func all(_ kind: String) throws -> [Genuine] {
        guard let folder = ProcessInfo.processInfo.environment["ATTEST_VECTORS"] else {
            throw XCTSkip("ATTEST_VECTORS is not set; it names a folder of objects of genuine devices")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        return try files.sorted().map { file in
            try JSONDecoder().decode(Genuine.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(file)")))
        }.filter { $0.kind == kind }
    }

    static func one(_ id: String) throws -> Genuine {
        let all = try all(id.hasPrefix("att-") ? "attestation" : "assertion")
        return try XCTUnwrap(all.first { $0.id == id }, id)
    }
}
