import AttestCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Verifies the sample that Apple publishes, from the vector file that is given, and again with one bit changed.
@main
enum CoreConsumer {
    struct Sample: Decodable {
        let appId: String
        let keyId: String
        let clientDataHash: Data
        let object: Data
    }

    /// A moment in the validity of the sample's certificates.
    static let time = Date(timeIntervalSince1970: 1_776_795_192)

    static func main() throws {
        let file = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
        let sample = try JSONDecoder().decode(Sample.self, from: file)
        let policy = try AppPolicy(appID: sample.appId, environments: [.production], launch: .any)
        let validator = try AttestationValidator(apps: [policy], anchors: .apple)
        func validate(_ hash: Data) throws(AttestError) -> ValidatedAttestation {
            try validator.validate(
                AttestationObject(decoding: sample.object), keyID: KeyID(base64: sample.keyId),
                clientDataHash: ClientDataHash(bytes: hash), at: time)
        }

        print("core-consumer: accepted, key \(try validate(sample.clientDataHash).keyID)")
        do {
            var altered = sample.clientDataHash
            altered[altered.startIndex] ^= 1
            _ = try validate(altered)
            fatalError("core-consumer: accepted with another client data hash")
        } catch {
            guard error.code == .nonceMismatch else { throw error }
            print("core-consumer: refused, \(error.code.rawValue)")
        }
    }
}
