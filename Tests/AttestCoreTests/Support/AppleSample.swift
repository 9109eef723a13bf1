import AttestCore
import Foundation

/// One of the two sample objects that Apple publishes in its "Attestation Object Validation Guide".
struct AppleSample {
    let object: [UInt8]
    let keyID: KeyID
    let clientDataHash: ClientDataHash
    let appID: String
    let publicKey: [UInt8]
    /// When it was made: a day after its leaf's validity begins.
    let time: Date

    static func of2024() throws -> AppleSample { try AppleSample("att-apple-guide-2024") }
    static func of2026() throws -> AppleSample { try AppleSample("att-apple-guide-2026") }

    private init(_ name: String) throws {
        struct Fields: Decodable {
            let object: Data
            let keyId: String
            let clientDataHash: Data
            let appId: String
            let publicKey: Data
            let validAt: Date
        }
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fixtures/apple")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let fields = try decoder.decode(Fields.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
        object = Array(fields.object)
        keyID = try KeyID(base64: fields.keyId)
        clientDataHash = try ClientDataHash(bytes: fields.clientDataHash)
        appID = fields.appId
        publicKey = Array(fields.publicKey)
        time = fields.validAt
    }

    func validator(
        environments: Set<AttestEnvironment> = [.production], launch: LaunchPolicy = .any
    ) throws -> AttestationValidator {
        let policy = try AppPolicy(appID: appID, environments: environments, launch: launch)
        return try AttestationValidator(apps: [policy], anchors: .apple)
    }
}
