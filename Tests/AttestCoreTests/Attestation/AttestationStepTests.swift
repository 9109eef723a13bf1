import AttestCore
import AttestTesting
import XCTest

/// Each of Apple's eleven steps, and the additional ones: what passes, and what is refused under which code.
final class AttestationStepTests: XCTestCase {
    // MARK: Before the steps: the object

    func testFormat() throws {
        let virtual = try Virtual()
        for format in ["packed", "", "apple-appattest ", "Apple-appattest", "apple", "none"] {
            let object = try virtual.attestation { $0.format = format }
            assertRefused(.unsupportedFormat, format) { try virtual.validate(attestation: object) }
        }
    }

    func testAttestedCredentialFlag() throws {
        let virtual = try Virtual()
        for flags: UInt8 in [0x00, 0x80, 0xbf] {
            let object = try virtual.attestation { $0.authenticatorData.flags = .init(rawValue: flags) }
            assertRefused(.attestedCredentialMissing) { try virtual.validate(attestation: object) }
        }
        for flags: UInt8 in [0x40, 0xc0, 0xff] {
            let object = try virtual.attestation { $0.authenticatorData.flags = .init(rawValue: flags) }
            XCTAssertNoThrow(try virtual.validate(attestation: object))
        }
    }

    // MARK: Step 1: the chain (also CertificateChainTests)

    func testStep1ChainToAnotherRoot() throws {
        let virtual = try Virtual()
        assertRefused(.chainUntrusted, step: 1) { try virtual.validate(attestation: virtual.attestation(.otherRoot)) }

        let policy = try AppPolicy(appID: Virtual.appID, environments: [.production], launch: .any)
        let object = try AttestationObject(decoding: virtual.attestation())
        assertRefused(.chainUntrusted, step: 1, "a virtual device under Apple's root") {
            try AttestationValidator(apps: [policy], anchors: .apple)
                .validate(object, keyID: virtual.keyID, clientDataHash: Virtual.hash.get(), at: Virtual.now)
        }
    }

    // MARK: Steps 2 to 4: the nonce

    func testStep2AnotherClientDataHash() throws {
        let virtual = try Virtual()
        let object = try virtual.attestation()
        let hash = try Virtual.hash.get()
        for other in [
            try ClientDataHash(sha256Of: "another challenge".utf8), try ClientDataHash(sha256Of: hash.bytes),
            try ClientDataHash(bytes: hash.bytes + [0]), try ClientDataHash(bytes: hash.bytes.dropLast()),
            try ClientDataHash(bytes: Array("challenge".utf8)),
        ] {
            assertRefused(.nonceMismatch, step: 4) { try virtual.validate(attestation: object, hash: other) }
        }
    }

    func testStep3NonceCoversAllAuthenticatorData() throws {
        // Every byte, extensions included, is changed after the leaf was certified.
        let virtual = try Virtual()
        let count = try AttestationObject(decoding: virtual.attestation()).authenticatorData.byteCount
        let accepted = try (0..<count).filter { index in
            let object = try virtual.attestation { draft in
                draft.editMembers = { members in
                    let value = members.removeLast()
                    members.append(
                        (
                            value.0,
                            value.1.dropLast(count - index) + [value.1[value.1.count - count + index] ^ 1]
                                + value.1.suffix(count - index - 1)
                        ))
                }
            }
            return (try? virtual.validate(attestation: object)) != nil
        }
        XCTAssertEqual(accepted, [])
    }

    func testStep4NonceExtension() throws {
        let virtual = try Virtual()
        assertRefused(.nonceMismatch, step: 4) { try virtual.validate(attestation: virtual.attestation(.wrongNonce)) }
        assertRefused(.nonceExtensionMissing, step: 4) {
            try virtual.validate(attestation: virtual.attestation(.missingNonce))
        }
        let malformed: [@Sendable ([UInt8]) -> [UInt8]] = [
            { _ in [] },
            { DER.octetString($0) },
            { DER.sequence(DER.octetString($0)) },
            { DER.sequence(DER.explicit(0, DER.octetString($0))) },
            { DER.sequence(DER.explicit(1, DER.bitString($0))) },
            { DER.sequence(DER.explicit(1, DER.octetString($0.dropLast()))) },
            { DER.sequence(DER.explicit(1, DER.octetString($0 + [0]))) },
            { DER.sequence(DER.explicit(1, DER.octetString($0)), DER.explicit(1, DER.octetString($0))) },
            { DER.sequence(DER.explicit(1, DER.octetString($0)), [0x05, 0x00]) },
            { DER.sequence(DER.explicit(1, DER.octetString($0) + [0x05, 0x00])) },
            { LeafTemplate.nonceExtension($0) + [0] },
            { Array(LeafTemplate.nonceExtension($0).dropLast()) },
            // Lengths in a longer form than needed.
            { [0x30, 0x81, 0x24, 0xa1, 0x22, 0x04, 0x20] + $0 },
            { [0x30, 0x25, 0xa1, 0x23, 0x04, 0x81, 0x20] + $0 },
            { [0x30, 0x80, 0xa1, 0x22, 0x04, 0x20] + $0 + [0, 0] },
        ]
        for (index, make) in malformed.enumerated() {
            let object = try virtual.attestation { $0.nonceExtension = make }
            assertRefused(.malformedNonceExtension, step: 4, "\(index)") { try virtual.validate(attestation: object) }
        }
    }

    func testStep4NonceIsReadFromItsExtensionOnly() throws {
        // The right nonce extension inside of another extension's bytes counts for nothing.
        let virtual = try Virtual()
        let object = try virtual.attestation { draft in
            draft.nonceExtension = nil
            let data = draft.authenticatorData.encoded
            let nonce = try sha256(data + Virtual.hash.get().bytes)
            let whole = DER.sequence(
                DER.objectIdentifier(LeafTemplate.nonceID), DER.octetString(LeafTemplate.nonceExtension(nonce)))
            draft.leaf.extensions.append(.init("1.2.840.113635.100.8.99", whole))
        }
        assertRefused(.nonceExtensionMissing, step: 4) { try virtual.validate(attestation: object) }
    }

    func testStep4MacOSAccessPolicy() throws {
        let mac = try Virtual(.macOS27)
        XCTAssertEqual(try mac.validate(attestation: mac.attestation()).operatingSystem?.platform, "macosx")
        let missing = try mac.attestation { $0.leaf[id: LeafTemplate.accessPolicyID] = nil }
        assertRefused(.accessPolicyMismatch, step: 4) { try mac.validate(attestation: missing) }
        for value in [
            LeafTemplate.accessPolicy(allowing: ["ok", "oa", "odel", "osgn"]), [], [0x30, 0x00],
            DER.sequence(DER.explicit(3, DER.octetString([]))),
        ] {
            let other = try mac.attestation { $0.leaf[id: LeafTemplate.accessPolicyID]?.value = value }
            assertRefused(.accessPolicyMismatch, step: 4) { try mac.validate(attestation: other) }
        }
    }

    func testStep4MacOSAccessPolicyIsNotForIOS() throws {
        let policy = try AppPolicy(
            appID: Virtual.appID, environments: [.production], launch: .any, platform: .macOS)
        for system in DeviceProfile.System.allCases {
            let virtual = try Virtual(system)
            let object = try virtual.attestation()
            XCTAssertNoThrow(try virtual.validate(attestation: object), system.rawValue)
            if system == .macOS27 {
                XCTAssertNoThrow(try virtual.validate(attestation: object, policy: policy))
            } else {
                assertRefused(.accessPolicyMismatch, step: 4, system.rawValue) {
                    try virtual.validate(attestation: object, policy: policy)
                }
            }
        }
    }

    private func text(_ tag: UInt32, _ text: String) -> [UInt8] { DER.explicit(tag, DER.octetString(text)) }

    /// What does not name another platform counts as a Mac's: unknown names, entries that cannot be read, and none.
    func testStep4UnknownPlatformsCountAsMacs() throws {
        let mac = try Virtual(.macOS27)
        let version = text(1400, "27.0")
        for (value, name): ([UInt8], String) in [
            (DER.sequence(version, text(1026, "macos")), "another name"),
            (DER.sequence(version, text(1026, "macosx ")), "a space"),
            (DER.sequence(version, text(1026, "iPhoneOS")), "other letters"),
            (DER.sequence(version), "no platform"),
            (DER.sequence(version, text(1026, "")), "an empty platform"),
            (DER.sequence(version, DER.explicit(1026, DER.integer(1))), "a number"),
            (DER.set(version, text(1026, "iphoneos")), "a set"),
            (DER.sequence(text(1400, "+17"), text(1403, "21A1")), "a version with a sign"),
            (DER.sequence(text(1400, "-0")), "another version with a sign"),
            (DER.sequence(text(1400, "17.0"), DER.explicit(1026, [0x04])), "a platform that is cut off"),
            (DER.sequence(text(1400, "17.0")) + [0], "more than one element"),
            ([], "nothing"), ([0x05, 0x00], "no sequence"), (DER.sequence(DER.integer(1)), "no entries"),
        ] {
            for (policy, isMacRefused) in [(PlatformPolicy.asCertified, true), (.macOS, true), (.notMacOS, false)] {
                let policy = try AppPolicy(
                    appID: Virtual.appID, environments: [.production], launch: .any, platform: policy)
                let full = try mac.attestation { $0.leaf[id: LeafTemplate.operatingSystemID]?.value = value }
                XCTAssertNoThrow(try mac.validate(attestation: full, policy: policy), name)
                let reduced = try mac.attestation {
                    $0.leaf[id: LeafTemplate.operatingSystemID]?.value = value
                    $0.leaf[id: LeafTemplate.accessPolicyID] = nil
                }
                if isMacRefused {
                    assertRefused(.accessPolicyMismatch, step: 4, name) {
                        try mac.validate(attestation: reduced, policy: policy)
                    }
                } else {
                    XCTAssertNoThrow(try mac.validate(attestation: reduced, policy: policy), name)
                }
            }
        }
    }

    /// A known Mac needs the access policy under every policy.
    func testStep4KnownMacsAreMacsUnderEveryPolicy() throws {
        let mac = try Virtual(.macOS27)
        let reduced = try mac.attestation(.reducedSecurityMac)
        for platform in [PlatformPolicy.asCertified, .macOS, .notMacOS] {
            let policy = try AppPolicy(
                appID: Virtual.appID, environments: [.production], launch: .any, platform: platform)
            assertRefused(.accessPolicyMismatch, step: 4) { try mac.validate(attestation: reduced, policy: policy) }
        }
    }

    /// The leaf of a Mac in reduced security does not pass for an old one by lacking the extension for the system.
    func testStep4MissingExtension() throws {
        let mac = try Virtual(.macOS27)
        let reduced = try mac.attestation {
            $0.leaf[id: LeafTemplate.operatingSystemID] = nil
            $0.leaf[id: LeafTemplate.accessPolicyID]?.value = LeafTemplate.accessPolicy(allowing: ["ok", "oa", "osgn"])
        }
        assertRefused(.accessPolicyMismatch, step: 4) { try mac.validate(attestation: reduced) }
        let old = try Virtual(.iOS14)
        let neither = try old.attestation { $0.leaf[id: LeafTemplate.operatingSystemID] = nil }
        XCTAssertNil(try old.validate(attestation: neither).operatingSystem)
    }

    /// Apple does not document the extension, so nothing in it but the platform decides about an iPhone.
    func testStep4TheShapeOfOtherEntriesRefusesNoDevice() throws {
        let virtual = try Virtual(.iOS27)
        let platform = text(1026, "iphoneos")
        for value in [
            DER.sequence(platform), DER.sequence(DER.integer(1), platform), DER.sequence(platform, DER.integer(1)),
            DER.sequence(DER.explicit(1400, [0x04]), platform), DER.sequence(platform) + [0],
            DER.sequence(DER.explicit(1400, DER.integer(27)), platform, DER.set(platform)),
            DER.sequence(text(1400, ""), platform), DER.sequence(text(1026, "xros")),
            DER.sequence(DER.explicit(1026, DER.utf8String("iphoneos"))),
        ] {
            let object = try virtual.attestation { $0.leaf[id: LeafTemplate.operatingSystemID]?.value = value }
            XCTAssertNil(try virtual.validate(attestation: object).operatingSystem?.version, "\(value)")
        }
        let old = try Virtual(.iOS14)
        for version in ["14.0", "17.6.1"] {
            let object = try old.attestation {
                $0.leaf[id: LeafTemplate.operatingSystemID]?.value = DER.sequence(text(1400, version))
            }
            XCTAssertEqual(try old.validate(attestation: object).osVersion, version)
        }
    }

    func testAnEmptySystemIsNone() throws {
        let virtual = try Virtual(.iOS27)
        let policy = try AppPolicy(
            appID: Virtual.appID, environments: [.production], launch: .any, platform: .notMacOS)
        for value in [DER.sequence(), DER.sequence(text(1400, ""), text(1403, ""))] {
            let object = try virtual.attestation { $0.leaf[id: LeafTemplate.operatingSystemID]?.value = value }
            XCTAssertNil(try virtual.validate(attestation: object, policy: policy).operatingSystem)
        }
    }

    // MARK: Step 5: the key ID

    func testStep5KeyID() throws {
        let virtual = try Virtual()
        let object = try virtual.attestation()
        let other = try KeyID(bytes: virtual.keyID.bytes.dropLast() + [virtual.keyID.bytes[31] ^ 1])
        assertRefused(.keyIDMismatch, step: 5) { try virtual.validate(attestation: object, keyID: other) }
        assertRefused(.keyIDMismatch, step: 5) {
            try virtual.validate(attestation: object, keyID: virtual.device.generateKey())
        }
        assertRefused(.keyIDMismatch, step: 5) {
            try virtual.validate(attestation: virtual.attestation(.otherCertifiedKey))
        }
    }

    // MARK: Step 6: the App ID

    func testStep6AppID() throws {
        let virtual = try Virtual()
        let object = try virtual.attestation()
        for appID in ["A1B2C3D4E5.com.example.app2", "A1B2C3D4E6.com.example.app", "A1B2C3D4E5.com.example.App"] {
            let policy = try AppPolicy(appID: appID, environments: [.production], launch: .any)
            assertRefused(.appIDMismatch, step: 6) { try virtual.validate(attestation: object, policy: policy) }
        }
    }

    func testStep6SeveralApps() throws {
        let virtual = try Virtual(environment: .development)
        let apps = try ["A1B2C3D4E5.com.example.first", Virtual.appID, "A1B2C3D4E5.com.example.third"].map {
            try AppPolicy(appID: $0, environments: [.development, .production], launch: .any)
        }
        let proof = try AttestationValidator(apps: apps, anchors: Virtual.authority.get().anchors).validate(
            AttestationObject(decoding: virtual.attestation()), keyID: virtual.keyID,
            clientDataHash: Virtual.hash.get(), at: Virtual.now)
        XCTAssertEqual(proof.appID.text, Virtual.appID)
        XCTAssertEqual(proof.environment, .development)
    }

    func testStep6EachAppHasItsOwnPolicy() throws {
        // The first app would allow the environment, but the object belongs to the second.
        let virtual = try Virtual(environment: .development)
        let apps = [
            try AppPolicy(appID: "A1B2C3D4E5.com.example.first", environments: [.development], launch: .any),
            try AppPolicy(appID: Virtual.appID, environments: [.production], launch: .any),
        ]
        assertRefused(.environmentMismatch, step: 8) {
            try AttestationValidator(apps: apps, anchors: Virtual.authority.get().anchors).validate(
                AttestationObject(decoding: virtual.attestation()), keyID: virtual.keyID,
                clientDataHash: Virtual.hash.get(), at: Virtual.now)
        }
    }

    // MARK: Step 7: the counter

    func testStep7Counter() throws {
        let virtual = try Virtual()
        for counter: UInt32 in [1, 256, 0x0100_0000, .max] {
            let object = try virtual.attestation { $0.authenticatorData.counter = counter }
            assertRefused(.counterNotZero, step: 7) { try virtual.validate(attestation: object) }
        }
    }

    // MARK: Step 8: the environment

    func testStep8Environment() throws {
        for (made, allowed) in [
            (AttestEnvironment.production, AttestEnvironment.development), (.development, .production),
        ] {
            let virtual = try Virtual(environment: made)
            let policy = try AppPolicy(appID: Virtual.appID, environments: [allowed], launch: .any)
            assertRefused(.environmentMismatch, step: 8) {
                try virtual.validate(attestation: virtual.attestation(), policy: policy)
            }
        }
    }

    func testStep8OtherAAGUIDs() throws {
        let virtual = try Virtual()
        let policy = try AppPolicy(appID: Virtual.appID, environments: [.production, .development], launch: .any)
        for aaguid in [
            Array("appattestsandbox".utf8), Array("appattest".utf8) + [0, 0, 0, 0, 0, 0, 1],
            Array("appattestdeveloq".utf8), Array("APPATTEST".utf8) + [UInt8](repeating: 0, count: 7),
            [UInt8](repeating: 0, count: 16),
        ] {
            let object = try virtual.attestation { draft in
                draft.editAuthenticatorData = { $0.replaceSubrange(37..<53, with: aaguid) }
            }
            assertRefused(.environmentMismatch, step: 8) { try virtual.validate(attestation: object, policy: policy) }
        }
    }

    // MARK: Step 9: the credential ID, and the key with it

    func testStep9CredentialID() throws {
        let virtual = try Virtual()
        assertRefused(.credentialIDMismatch, step: 9) {
            try virtual.validate(attestation: virtual.attestation(.otherCredentialID))
        }
    }

    func testCOSEKeyIsTheCertifiedKey() throws {
        let virtual = try Virtual()
        assertRefused(.publicKeyMismatch) {
            try virtual.validate(attestation: virtual.attestation(.otherCredentialKey))
        }
        for offset in [97, 128, 132, 163] {  // first and last bytes of x and y
            let object = try virtual.attestation { draft in draft.editAuthenticatorData = { $0[offset] ^= 1 } }
            assertRefused(.publicKeyMismatch) { try virtual.validate(attestation: object) }
        }
    }

    // MARK: Steps 10 and 11: policies

    private func policy(_ launch: LaunchPolicy, _ version: BundleVersionPolicy = .any) throws -> AppPolicy {
        try AppPolicy(appID: Virtual.appID, environments: [.production], launch: launch, bundleVersion: version)
    }

    func testStep10LaunchCategory() throws {
        let with = try Virtual(.iOS27)  // App Store
        let without = try Virtual(.iOS26)
        let store = try policy(.allowing([.appStore, .testFlight], whenAbsent: .allow))
        let strict = try policy(.allowing([.appStore, .testFlight], whenAbsent: .refuse))
        let others = try policy(.allowing([.development], whenAbsent: .allow))

        XCTAssertEqual(try with.validate(attestation: with.attestation(), policy: store).launchCategory, .appStore)
        XCTAssertEqual(try with.validate(attestation: with.attestation(), policy: strict).launchCategory, .appStore)
        XCTAssertNil(try without.validate(attestation: without.attestation(), policy: store).launchCategory)
        XCTAssertNil(try without.validate(attestation: without.attestation()).launchCategory)
        assertRefused(.launchCategoryMissing, step: 10) {
            try without.validate(attestation: without.attestation(), policy: strict)
        }
        assertRefused(.launchCategoryForbidden, step: 10) {
            try with.validate(attestation: with.attestation(), policy: others)
        }
    }

    func testStep11BundleVersion() throws {
        let virtual = try Virtual(.iOS27)  // version 1
        let mac = try Virtual(.macOS27)  // none
        func minimum(_ text: String, _ absence: AbsencePolicy) throws -> AppPolicy {
            try policy(.any, .atLeast(BundleVersion(text), whenAbsent: absence))
        }
        XCTAssertEqual(
            try virtual.validate(attestation: virtual.attestation(), policy: minimum("1", .refuse)).bundleVersion, "1")
        assertRefused(.bundleVersionForbidden, step: 11) {
            try virtual.validate(attestation: virtual.attestation(), policy: minimum("1.0.1", .allow))
        }
        XCTAssertNil(try mac.validate(attestation: mac.attestation(), policy: minimum("2", .allow)).bundleVersion)
        assertRefused(.bundleVersionMissing, step: 11) {
            try mac.validate(attestation: mac.attestation(), policy: minimum("2", .refuse))
        }
        let odd = try virtual.attestation { $0.authenticatorData.extensions?[0].1 = .text("1 beta") }
        XCTAssertEqual(try virtual.validate(attestation: odd).bundleVersion, "1 beta")
        assertRefused(.bundleVersionForbidden, step: 11) {
            try virtual.validate(attestation: odd, policy: minimum("1", .allow))
        }
    }
}
