import AttestCore
import Foundation

/// An object of a genuine device, from a vector file.
struct Genuine {
    let id: String
    let object: [UInt8]
    let appID: String
    let keyID: String
    let clientDataHash: [UInt8]
    let environment: AttestEnvironment
    let time: Date?

    /// One of Apple's published samples, which are part of this project.
    init(fixture name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fixtures/apple")
        try self.init(folder.appending(path: "\(name).json"))
    }

    /// A file of the folder that ATTEST_VECTORS names; nil without that.
    init?(vector name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["ATTEST_VECTORS"] else { return nil }
        try self.init(URL(filePath: folder).appending(path: "\(name).json"))
    }

    private init(_ file: URL) throws {
        struct Fields: Decodable {
            let id: String
            let object: Data
            let appId: String
            let keyId: String
            let clientDataHash: Data
            let environment: String
            let validAt: Date?
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let fields = try decoder.decode(Fields.self, from: Data(contentsOf: file))
        id = fields.id
        object = Array(fields.object)
        appID = fields.appId
        keyID = fields.keyId
        clientDataHash = Array(fields.clientDataHash)
        environment = AttestEnvironment(rawValue: fields.environment) ?? .production
        time = fields.validAt
    }
}
