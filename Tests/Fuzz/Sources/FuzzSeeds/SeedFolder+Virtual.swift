internal import AttestCore
internal import FuzzSetting

@testable internal import AttestTesting

extension SeedFolder {
    /// Objects of the virtual device as every system, without a flaw and with each.
    mutating func writeVirtualObjects() throws {
        let authority = try TestAuthority()
        try write(authority.root, for: "FuzzDER", as: "test-root")
        for system in DeviceProfile.System.allCases {
            let profile = try DeviceProfile(system, appID: Setting.appID, environment: .production)
            let device = VirtualDevice(profile: profile, authority: authority, clock: { Setting.time })
            try writeAttestations(of: device)
            try writeAssertions(of: device)
            try writeReceipts(of: device, authority: authority)
        }
    }

    private mutating func writeAttestations(of device: VirtualDevice) throws {
        let keyID = try device.generateKey()
        for flaw in [nil] + AttestationFlaw.allCases.map(Optional.some) {
            let object = try device.attest(keyID, clientDataHash: try Setting.clientDataHash(), flaw: flaw)
            try write(attestation: object, as: "\(device.profile.system)-attestation-\(flaw?.rawValue ?? "valid")")
        }
    }

    private mutating func writeReceipts(of device: VirtualDevice, authority: TestAuthority) throws {
        let keyID = try device.generateKey()
        for flaw in [nil] + ReceiptFlaw.allCases.map(Optional.some) {
            let object = try device.attest(keyID, clientDataHash: try Setting.clientDataHash(), receiptFlaw: flaw)
            guard let receipt = AttestationReceipt.bytes(in: object) else { continue }
            try write(receipt: receipt, as: "\(device.profile.system)-receipt-\(flaw?.rawValue ?? "valid")")
            guard flaw == nil else { continue }
            let answer = try authority.exchange(receipt, riskMetric: 3, at: Setting.time)
            try write(receipt: answer, as: "\(device.profile.system)-answer")
        }
    }

    /// Signed with the key that the target verifies with, which is none of the device's.
    private mutating func writeAssertions(of device: VirtualDevice) throws {
        let keyID = try device.generateKey()
        for flaw in [nil] + AssertionFlaw.allCases.map(Optional.some) {
            var draft = try device.assertionDraft(keyID)
            draft.key = try SigningKey(.p256, privateKey: KnownKey.ecPrivateKey)
            try flaw?.apply(to: &draft, profile: device.profile)
            let object = try draft.assembled(clientDataHash: try Setting.clientDataHash())
            try write(assertion: object, as: "\(device.profile.system)-assertion-\(flaw?.rawValue ?? "valid")")
        }
    }
}
