import AttestCore
import AttestTesting
import Foundation

/// One virtual device with one key, and the validators that accept what it makes.
struct Virtual {
    static let appID = "A1B2C3D4E5.com.example.app"
    static let authority = Result { try TestAuthority() }
    static let hash = Result { try ClientDataHash(sha256Of: "challenge".utf8) }
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    let device: VirtualDevice
    let keyID: KeyID
    let policy: AppPolicy

    init(_ system: DeviceProfile.System = .iOS27, environment: AttestEnvironment = .production) throws {
        let profile = try DeviceProfile(system, appID: Self.appID, environment: environment)
        device = VirtualDevice(profile: profile, authority: try Self.authority.get(), clock: { Self.now })
        keyID = try device.generateKey()
        policy = try AppPolicy(appID: Self.appID, environments: [environment], launch: .any)
    }

    // MARK: Attestations

    func attestation(_ flaw: AttestationFlaw? = nil) throws -> [UInt8] {
        try device.attest(keyID, clientDataHash: Self.hash.get(), flaw: flaw)
    }

    /// An attestation that was changed where no flaw changes it.
    func attestation(_ edit: (inout AttestationDraft) throws -> Void) throws -> [UInt8] {
        var draft = try device.attestationDraft(keyID, clientDataHash: Self.hash.get())
        try edit(&draft)
        return try draft.assembled(clientDataHash: Self.hash.get())
    }

    @discardableResult
    func validate(
        attestation: [UInt8], policy: AppPolicy? = nil, keyID: KeyID? = nil, hash: ClientDataHash? = nil,
        at time: Date = Virtual.now
    ) throws -> ValidatedAttestation {
        try AttestationValidator(apps: [policy ?? self.policy], anchors: Self.authority.get().anchors)
            .validate(
                AttestationObject(decoding: attestation), keyID: keyID ?? self.keyID,
                clientDataHash: hash ?? Self.hash.get(), at: time)
    }

    // MARK: Assertions

    func assertion(_ flaw: AssertionFlaw? = nil) throws -> [UInt8] {
        try device.assert(keyID, clientDataHash: Self.hash.get(), flaw: flaw)
    }

    /// An assertion that was changed where no flaw changes it.
    func assertion(_ edit: (inout AssertionDraft) throws -> Void) throws -> [UInt8] {
        var draft = try device.assertionDraft(keyID)
        try edit(&draft)
        return try draft.assembled(clientDataHash: Self.hash.get())
    }

    @discardableResult
    func validate(
        assertion: [UInt8], policy: AppPolicy? = nil, publicKey: P256PublicKey? = nil, hash: ClientDataHash? = nil,
        after counter: UInt32 = 0
    ) throws -> ValidatedAssertion {
        try AssertionValidator(apps: [policy ?? self.policy])
            .validate(
                AssertionObject(decoding: assertion), clientDataHash: hash ?? Self.hash.get(),
                publicKey: publicKey ?? device.publicKey(of: keyID), after: counter)
    }
}
