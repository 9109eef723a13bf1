import AttestCore
import AttestTesting
import Foundation

/// The core's work, from an object's bytes to the proof.
extension Operation {
    /// Every operation of the core; genuine assertions only with the vectors that hold some.
    static func core() throws -> [Operation] {
        let assertions = try genuineAssertions()
        if assertions.isEmpty {
            note("no row `assertion genuine`: Apple publishes none, and ATTEST_VECTORS names no folder that has some")
        }
        let device = try Device()
        return try [
            BareVerify.operation(.p256), BareVerify.operation(.p384),
            validating("attestation genuine", try genuineAttestations()),
            validating("attestation virtual", [try device.attestation()]),
            parsing("attestation parsing", try genuineAttestations()),
            validating("assertion genuine", assertions),
            validating("assertion virtual", [try device.assertion()]),
            parsing("assertion parsing", assertions.isEmpty ? [try device.assertion()] : assertions),
            validating("receipt genuine", try genuineReceipts()),
        ].compactMap { $0 }
    }

    private static func validating(_ name: String, _ samples: [some Sample]) throws -> Operation? {
        try operation(name, samples) { try $0.validate() }
    }

    private static func parsing(_ name: String, _ samples: [some Sample]) throws -> Operation? {
        try operation(name, samples) { try $0.parse() }
    }

    /// Takes the samples in turn, after one pass over all.
    private static func operation<S: Sample>(
        _ name: String, _ samples: [S], _ body: @escaping @Sendable (S) throws -> Void
    ) throws -> Operation? {
        guard !samples.isEmpty else { return nil }
        for sample in samples { try body(sample) }
        return Operation(name, on: S.curve) { try body(samples[$0 % samples.count]) }
    }

    private static func genuineAttestations() throws -> [AttestationSample] {
        let vectors = try Vector.genuine("attestation")
        let validators = try validators(for: vectors) {
            try AttestationValidator(apps: [$0], anchors: .apple)
        }
        return try vectors.compactMap { vector in
            guard let validator = validators[vector.appId], let keyID = vector.keyId else { return nil }
            return AttestationSample(
                bytes: Array(vector.object), validator: validator, keyID: try KeyID(base64: keyID),
                clientDataHash: try ClientDataHash(bytes: vector.clientDataHash), time: try vector.time)
        }
    }

    private static func genuineAssertions() throws -> [AssertionSample] {
        let vectors = try Vector.genuine("assertion")
        let validators = try validators(for: vectors) { try AssertionValidator(apps: [$0]) }
        return try vectors.compactMap { vector in
            guard let validator = validators[vector.appId], let publicKey = vector.publicKey else { return nil }
            return AssertionSample(
                bytes: Array(vector.object), validator: validator,
                clientDataHash: try ClientDataHash(bytes: vector.clientDataHash), publicKey: Array(publicKey),
                counter: vector.previousCounter ?? 0)
        }
    }

    /// Those inside of attestations.
    private static func genuineReceipts() throws -> [ReceiptSample] {
        let validator = try ReceiptValidator(anchors: .apple, maximumAge: .seconds(300))
        return try Vector.genuine("attestation").compactMap { vector in
            guard let bytes = try AttestationObject(decoding: Array(vector.object)).receipt else { return nil }
            let content = try Receipt(decoding: bytes).unprovenContent()
            return ReceiptSample(
                bytes: bytes, validator: validator,
                subject: ReceiptSubject(
                    appID: try AppID(vector.appId), environment: content.environment ?? .production,
                    publicKey: content.publicKey))
        }
    }

    /// One validator for each app, as a server has it.
    private static func validators<Validator>(
        for vectors: [Vector], _ make: (AppPolicy) throws -> Validator
    ) throws -> [String: Validator] {
        try Dictionary(grouping: vectors, by: \.appId).mapValues { vectors in
            let appID = vectors.first?.appId ?? ""
            return try make(
                AppPolicy(appID: appID, environments: Set(AttestEnvironment.allCases), launch: .any))
        }
    }
}

/// A virtual device with a key.
private struct Device {
    private let time = Date()
    private let policy: AppPolicy
    private let authority: TestAuthority
    private let device: VirtualDevice
    private let keyID: KeyID

    init() throws {
        let appID = Ceremony.appID
        policy = try AppPolicy(appID: appID, environments: [.production], launch: .any)
        authority = try TestAuthority()
        device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: Ceremony.appID, environment: .production), authority: authority)
        keyID = try device.generateKey()
    }

    func attestation() throws -> AttestationSample {
        let hash = try ClientDataHash(sha256Of: "challenge".utf8)
        return AttestationSample(
            bytes: try device.attest(keyID, clientDataHash: hash),
            validator: try AttestationValidator(apps: [policy], anchors: authority.anchors), keyID: keyID,
            clientDataHash: hash, time: time)
    }

    func assertion() throws -> AssertionSample {
        let hash = try ClientDataHash(sha256Of: "client data".utf8)
        return AssertionSample(
            bytes: try device.assert(keyID, clientDataHash: hash), validator: try AssertionValidator(apps: [policy]),
            clientDataHash: hash, publicKey: try device.publicKey(of: keyID).x963, counter: 0)
    }
}
