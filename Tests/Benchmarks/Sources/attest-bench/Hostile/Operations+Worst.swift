import AttestCore
import AttestTesting
import Foundation

extension Operation {
    /// A valid object of each kind for the first time, and the worst ones of the same kind.
    static func worst() throws -> [Operation] {
        try HostileKind.all().flatMap { kind in
            let worst = kind.slowest
            let curve = kind.name.contains("attestation") ? BareVerify.Curve.p384 : .p256
            return [
                Operation("first \(kind.name.prefix { $0 != " " })", on: curve) { count, tasks in
                    (0..<tasks).map { _ in
                        let runs = (0..<count).map { _ in kind.first() }
                        return { for run in runs { run() } }
                    }
                },
                Operation("worst \(kind.name)", on: curve) { _ in kind.judge(worst) },
            ]
        }
    }
}

extension HostileKind {
    /// Attestations, assertions and receipts, each at the limit of its size.
    static func all() throws -> [HostileKind] {
        let device = try HostileDevice()
        return [try device.attestations(), try device.assertions(), try device.receipts()]
    }
}

/// A virtual device that makes the valid objects, and the validators that judge all.
private struct HostileDevice {
    private let time = Date()
    private let policy: AppPolicy
    private let authority: TestAuthority
    private let device: VirtualDevice
    private let keyID: KeyID
    private let hash: ClientDataHash
    private let attestation: [UInt8]

    init() throws {
        policy = try AppPolicy(appID: Ceremony.appID, environments: [.production], launch: .any)
        authority = try TestAuthority()
        device = VirtualDevice(
            profile: try DeviceProfile(.iOS27, appID: Ceremony.appID, environment: .production), authority: authority)
        keyID = try device.generateKey()
        hash = try ClientDataHash(sha256Of: "challenge".utf8)
        attestation = try device.attest(keyID, clientDataHash: hash)
    }

    func attestations() throws -> HostileKind {
        let validator = try AttestationValidator(apps: [policy], anchors: authority.anchors)
        let judge = { @Sendable [keyID, hash, time] (validator: AttestationValidator, bytes: [UInt8]) in
            guard let object = try? AttestationObject(decoding: bytes) else { return }
            _ = try? validator.validate(object, keyID: keyID, clientDataHash: hash, at: time)
        }
        _ = try validator.validate(
            AttestationObject(decoding: attestation), keyID: keyID, clientDataHash: hash, at: time)
        return HostileKind(
            name: "attestation 64 KiB", limit: AttestLimits.attestationObjectBytes,
            objects: try HostileObjects.attestations(like: attestation), judge: { judge(validator, $0) },
            first: { [policy, authority, attestation] in
                // With what it keeps for verifying, but without knowing these issuers.
                let new = try? AttestationValidator(apps: [policy], anchors: authority.anchors)
                return { if let new { judge(new, attestation) } }
            })
    }

    func assertions() throws -> HostileKind {
        let publicKey = try device.publicKey(of: keyID)
        let validator = try AssertionValidator(apps: [policy])
        let valid = try device.assert(keyID, clientDataHash: hash)
        let judge = { @Sendable [hash] (validator: AssertionValidator, bytes: [UInt8]) in
            guard let object = try? AssertionObject(decoding: bytes) else { return }
            _ = try? validator.validate(object, clientDataHash: hash, publicKey: publicKey, after: 0)
        }
        judge(validator, valid)
        return HostileKind(
            name: "assertion 8 KiB", limit: AttestLimits.assertionObjectBytes, objects: HostileObjects.assertions(),
            judge: { judge(validator, $0) },
            // There is nothing to remember of an assertion: the context that verifies is kept.
            first: { { judge(validator, valid) } })
    }

    func receipts() throws -> HostileKind {
        let anchors = authority.receiptAnchors
        guard let receipt = try AttestationObject(decoding: attestation).receipt else {
            throw Failure(text: "no receipt")
        }
        let subject = ReceiptSubject(
            appID: policy.appID, environment: .production, publicKey: try device.publicKey(of: keyID))
        let judge = { @Sendable (validator: ReceiptValidator, bytes: [UInt8]) in
            guard let receipt = try? Receipt(decoding: bytes) else { return }
            _ = try? validator.validate(receipt, of: subject, from: .stored)
        }
        let validator = try ReceiptValidator(anchors: anchors, maximumAge: .seconds(300))
        judge(validator, receipt)
        return HostileKind(
            name: "receipt 16 KiB", limit: AttestLimits.receiptBytes, objects: HostileObjects.receipts(like: receipt),
            judge: { judge(validator, $0) },
            first: {
                let new = try? ReceiptValidator(anchors: anchors, maximumAge: .seconds(300))
                return { if let new { judge(new, receipt) } }
            })
    }
}
