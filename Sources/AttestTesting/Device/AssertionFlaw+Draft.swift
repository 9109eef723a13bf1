internal import AttestCore

extension AssertionFlaw {
    /// Changes a draft so that the assertion is refused under the flaw's code, and would be accepted without the flaw.
    func apply(to draft: inout AssertionDraft, profile: DeviceProfile) throws(AttestError) {
        switch self {
        case .oversizedMember:
            let padding = CBORValue.bytes(Array(repeating: 0, count: AttestLimits.assertionObjectBytes)[...]).encoded
            draft.otherMembers.append(("padding", padding))
        case .slowMemberName:
            draft.otherMembers.append((SlowName.text(markCount: 3800), [0x00]))
        case .trailingByte:
            draft.editObject = { $0.append(0) }
        case .missingSignature:
            draft.editMembers = { members in members.removeAll { $0.0 == "signature" } }
        case .truncatedAuthData:
            draft.editAuthenticatorData = { $0.removeSubrange(36...) }
        case .extensionsNotAMap:
            draft.authenticatorData.extensions = nil
            draft.editAuthenticatorData = { $0.append(0x80) }
        case .malformedSignature:
            draft.editSignature = { $0[0] = 0x31 }  // a set instead of a sequence
        case .otherKey:
            draft.key = try SigningKey(.p256)
        case .hashedOnce:
            draft.message = { $0 }
        case .otherApp:
            draft.authenticatorData.rpIDHash = try sha256("0000000000.com.example.other".utf8)
        case .replayedCounter:
            draft.authenticatorData.counter = 0
        case .invalidLaunchCategory:
            draft.authenticatorData.setExtension("apple_validation_category_01", .bytes([0, 0, 0, 0]))
        case .missingLaunchCategory:
            draft.authenticatorData.setExtension("apple_validation_category_01", nil)
        case .zeroBundleVersion:
            draft.authenticatorData.setExtension("apple_bundle_version_01", .text("0"))
        case .missingBundleVersion:
            draft.authenticatorData.setExtension("apple_bundle_version_01", nil)
        case .movedExtensions:
            draft.authenticatorData.moveExtensions(of: profile)
        }
    }
}
