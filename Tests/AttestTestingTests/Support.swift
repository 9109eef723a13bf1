import AttestCore
import AttestTesting
import Foundation

/// A device of one system with one key, and the judgement of what it makes.
struct Subject {
    static let appID = "A1B2C3D4E5.com.example.app"
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    let device: VirtualDevice
    let keyID: KeyID
    let publicKey: P256PublicKey
    let hash: ClientDataHash
    let attestations: AttestationValidator
    let assertions: AssertionValidator

    init(_ system: DeviceProfile.System, authority: TestAuthority) throws {
        let profile = try DeviceProfile(system, appID: Self.appID, environment: .production)
        device = VirtualDevice(profile: profile, authority: authority, clock: { Self.now })
        keyID = try device.generateKey()
        publicKey = try device.publicKey(of: keyID)
        hash = try ClientDataHash(sha256Of: "client data".utf8)
        let policy = try AppPolicy(appID: Self.appID, environments: [.production], launch: .any)
        attestations = try AttestationValidator(apps: [policy], anchors: authority.anchors)
        assertions = try AssertionValidator(apps: [policy])
    }

    /// An attestation with a receipt of 64 bytes, so that tests of every bit do not spend their time in unsigned ones.
    func attestation(_ edit: (inout AttestationDraft) -> Void = { _ in }) throws -> [UInt8] {
        var draft = try device.attestationDraft(keyID, clientDataHash: hash)
        draft.receipt = { _ in [UInt8](repeating: 0x5a, count: 64) }
        edit(&draft)
        return try draft.assembled(clientDataHash: hash)
    }

    func assertion(_ edit: (inout AssertionDraft) -> Void = { _ in }) throws -> [UInt8] {
        var draft = try device.assertionDraft(keyID)
        edit(&draft)
        return try draft.assembled(clientDataHash: hash)
    }

    func validate(attestation object: [UInt8]) throws(AttestError) -> ValidatedAttestation {
        try attestations.validate(
            AttestationObject(decoding: object), keyID: keyID, clientDataHash: hash, at: Self.now)
    }

    func validate(assertion object: [UInt8]) throws(AttestError) -> ValidatedAssertion {
        try assertions.validate(
            AssertionObject(decoding: object), clientDataHash: hash, publicKey: publicKey, after: 0)
    }
}
