import AttestCore
import Foundation
import XCTest

/// A receipt of a genuine device, and the key that it must be about.
struct GenuineReceipt {
    let name: String
    let bytes: [UInt8]
    let subject: ReceiptSubject
    /// What was attested; nil for an answer of Apple's server.
    let clientDataHash: ClientDataHash?

    /// When it was made.
    var creationTime: Date { get throws { try Receipt(decoding: bytes).unprovenContent().creationTime } }

    /// Where it comes from, had it arrived some seconds after it was made.
    func origin(after seconds: TimeInterval = 2) throws -> ReceiptOrigin {
        let time = try creationTime.addingTimeInterval(seconds)
        return clientDataHash.map { .attestation(clientDataHash: $0, receivedAt: time) } ?? .exchange(receivedAt: time)
    }

    func validate(
        _ changed: [UInt8]? = nil, of other: ReceiptSubject? = nil, from origin: ReceiptOrigin? = nil,
        anchors: ReceiptAnchors = .apple
    ) throws -> ValidatedReceipt {
        try ReceiptValidator(anchors: anchors, maximumAge: .seconds(300))
            .validate(
                Receipt(decoding: changed ?? bytes), of: other ?? subject, from: origin ?? self.origin())
    }

    /// The receipt inside of the sample that Apple published in 2026.
    static func ofApple() throws -> GenuineReceipt {
        let sample = try AppleSample.of2026()
        return GenuineReceipt(
            name: "att-apple-guide-2026",
            bytes: try XCTUnwrap(AttestationObject(decoding: sample.object).receipt),
            subject: ReceiptSubject(
                appID: try AppID(sample.appID), environment: .production,
                publicKey: try P256PublicKey(x963: sample.publicKey)),
            clientDataHash: sample.clientDataHash)
    }

    /// All receipts in the folder that ATTEST_VECTORS names, those inside of attestations included.
    static func all() throws -> [GenuineReceipt] {
        guard let folder = ProcessInfo.processInfo.environment["ATTEST_VECTORS"] else {
            throw XCTSkip("ATTEST_VECTORS is not set; it names a folder of objects of genuine devices")
        }
        let vectors = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".json") && !$0.hasPrefix("asr-") }.sorted()
            .map { try JSONDecoder().decode(Fields.self, from: Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) }
        return try vectors.compactMap { vector in
            let isAttestation = vector.kind == "attestation"
            let bytes =
                isAttestation
                ? try AttestationObject(decoding: Array(vector.object)).receipt : Array(vector.object)
            guard let bytes else { return nil }
            // The answers of Apple's server are held against the attestation of their key, as far as it is there.
            let key = vector.publicKey ?? vectors.first { $0.id == vector.attestation }?.publicKey
            let publicKey = try key.map { try P256PublicKey(x963: $0) } ?? unprovenKey(bytes)
            return GenuineReceipt(
                name: vector.id, bytes: bytes,
                subject: ReceiptSubject(
                    appID: try AppID(vector.appId),
                    environment: try XCTUnwrap(AttestEnvironment(rawValue: vector.environment)), publicKey: publicKey),
                clientDataHash: isAttestation
                    ? try ClientDataHash(bytes: XCTUnwrap(vector.clientDataHash)) : nil)
        }
    }

    private static func unprovenKey(_ bytes: [UInt8]) throws -> P256PublicKey {
        try Receipt(decoding: bytes).unprovenContent().publicKey
    }

    private struct Fields: Decodable {
        let id: String
        let kind: String
        let appId: String
        let environment: String
        let object: Data
        let publicKey: Data?
        let clientDataHash: Data?
        let attestation: String?
    }
}
