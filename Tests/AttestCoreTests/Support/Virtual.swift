import AttestCore
import AttestTesting
import Foundation
import XCTest

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
        let object = try AttestationObject(decoding: attestation)
        func validate(with validator: AttestationValidator) throws -> ValidatedAttestation {
            try validator.validate(
                object, keyID: keyID ?? self.keyID, clientDataHash: hash ?? Self.hash.get(), at: time)
        }
        let validator = try AttestationValidator(apps: [policy ?? self.policy], anchors: Self.authority.get().anchors)
        // A validator that knows the issuers must say the same as one that sees them for the first time.
        let first = Result { try validate(with: validator) }
        _ = try? validator.validate(Self.known.get(), keyID: self.keyID, clientDataHash: Self.hash.get(), at: Self.now)
        let later = Result { try validate(with: validator) }
        XCTAssertEqual((first.failure as? AttestError)?.code, (later.failure as? AttestError)?.code)
        XCTAssertEqual((first.failure as? AttestError)?.step, (later.failure as? AttestError)?.step)
        return try later.get()
    }

    /// An object with the issuers that all have.
    private static let known = Result { try AttestationObject(decoding: Virtual().attestation()) }

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

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
