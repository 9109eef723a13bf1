import AttestTesting
import XCTest

@testable import AttestCore

/// Extensions that an app wrote itself: the beginning of its client data hash, moved behind the authenticator data.
///
/// What is signed is both, one behind the other, so the bytes that nonce and signature cover stay the same.
final class MovedExtensionsTests: XCTestCase {
    private let map = CBORValue.encodedMap([
        ("apple_bundle_version_01", CBORValue.text("9").encoded),
        ("apple_validation_category_01", CBORValue.bytes([4, 0, 0, 0]).encoded),
    ])

    private func policy(_ absence: AbsencePolicy, minimum: String? = nil) throws -> AppPolicy {
        try AppPolicy(
            appID: Virtual.appID, environments: [.production], launch: .allowing([.appStore], whenAbsent: absence),
            bundleVersion: minimum.map { .atLeast(try BundleVersion($0), whenAbsent: absence) } ?? .any)
    }

    /// What the app passes to Apple's call: its own map, then the hash that the server will compute.
    private func forgedHash() throws -> ClientDataHash {
        try ClientDataHash(bytes: map + Virtual.hash.get().bytes)
    }

    /// Moves the map in an object on its way to the server.
    private func moving(_ name: String) -> @Sendable (inout [(String, [UInt8])]) -> Void {
        { [map] members in
            for index in members.indices where members[index].0 == name {
                guard case .bytes(let data) = try? CBORDecoder.decode(members[index].1[...]) else { continue }
                members[index].1 = CBORValue.bytes(data + map).encoded
            }
        }
    }

    func testAttestation() throws {
        for system in [DeviceProfile.System.iOS14, .iOS18, .iOS26] {
            let virtual = try Virtual(system)
            var draft = try virtual.device.attestationDraft(virtual.keyID, clientDataHash: forgedHash())
            draft.editMembers = moving("authData")
            let object = try draft.assembled(clientDataHash: forgedHash())

            assertRefused(.launchCategoryMissing, step: 10) {
                try virtual.validate(attestation: object, policy: policy(.refuse))
            }
            // Where absence is allowed it counts as absent, and the proof says nothing of it.
            let proof = try virtual.validate(attestation: object, policy: policy(.allow, minimum: "9"))
            XCTAssertNil(proof.launchCategory)
            XCTAssertNil(proof.bundleVersion)
            XCTAssertNil(proof.codeDirectoryHash)
            assertRefused(.bundleVersionForbidden, step: 11) {
                try virtual.validate(attestation: object, policy: policy(.allow, minimum: "10"))
            }
        }
    }

    func testAssertion() throws {
        for system in [DeviceProfile.System.iOS14, .iOS18, .iOS26] {
            let virtual = try Virtual(system)
            var draft = try virtual.device.assertionDraft(virtual.keyID)
            draft.editMembers = moving("authenticatorData")
            let object = try draft.assembled(clientDataHash: forgedHash())

            assertRefused(.launchCategoryMissing, step: 7) {
                try virtual.validate(assertion: object, policy: policy(.refuse))
            }
            let proof = try virtual.validate(assertion: object, policy: policy(.allow, minimum: "9"))
            XCTAssertNil(proof.launchCategory)
            XCTAssertNil(proof.bundleVersion)
            assertRefused(.bundleVersionForbidden, step: 8) {
                try virtual.validate(assertion: object, policy: policy(.allow, minimum: "10"))
            }
        }
    }

    /// On a system that does send extensions, a second map behind its own is refused whatever it says.
    func testBehindTheSystemsOwn() throws {
        let virtual = try Virtual(.iOS27)
        var draft = try virtual.device.attestationDraft(virtual.keyID, clientDataHash: forgedHash())
        draft.editMembers = moving("authData")
        let object = try draft.assembled(clientDataHash: forgedHash())
        assertRefused(.malformedExtensions) { try AttestationObject(decoding: object) }
    }

    func testTheReasonIsSaid() throws {
        let virtual = try Virtual(.iOS27ClearFlag)
        for (policy, word) in [
            (try policy(.refuse), "ED"),
            (
                try AppPolicy(
                    appID: Virtual.appID, environments: [.production], launch: .any,
                    bundleVersion: .atLeast(BundleVersion("1"), whenAbsent: .refuse)), "ED"
            ),
        ] {
            XCTAssertThrowsError(try virtual.validate(attestation: virtual.attestation(), policy: policy)) { error in
                XCTAssert("\(error)".contains(word), "\(error)")
            }
        }
    }
}

/// Apple's numbers of launch categories.
final class LaunchCategoryTests: XCTestCase {
    private func validate(_ category: UInt8, _ launch: LaunchPolicy, flags: AuthenticatorFlags) throws {
        let virtual = try Virtual(.iOS27)
        let policy = try AppPolicy(appID: Virtual.appID, environments: [.production], launch: launch)
        let value = CBORValue.bytes([category, 0, 0, 0])
        func edit(_ data: inout AuthenticatorDataDraft) {
            data.flags = flags
            data.extensions = [("apple_validation_category_01", value)]
        }
        try virtual.validate(attestation: virtual.attestation { edit(&$0.authenticatorData) }, policy: policy)
        try virtual.validate(assertion: virtual.assertion { edit(&$0.authenticatorData) }, policy: policy)
    }

    /// Under every policy, and proven or not.
    func testWhatIsNeverAppropriate() throws {
        for flags in [[.attestedCredential], [.attestedCredential, .extensions]] as [AuthenticatorFlags] {
            for category: UInt8 in [0, 7, 8, 9] {
                let named = LaunchPolicy.allowing([LaunchCategory(rawValue: UInt32(category))], whenAbsent: .allow)
                for launch in [LaunchPolicy.any, named] {
                    assertRefused(.launchCategoryForbidden, step: 10, "\(category)") {
                        try validate(category, launch, flags: flags)
                    }
                }
            }
        }
    }

    func testLaterOnesAreThePolicys() throws {
        let flags: AuthenticatorFlags = [.attestedCredential, .extensions]
        for category: UInt8 in [1, 2, 3, 4, 5, 6, 10, 11, 200] {
            XCTAssertNoThrow(try validate(category, .any, flags: flags), "\(category)")
            let other = LaunchPolicy.allowing([LaunchCategory(rawValue: UInt32(category) + 1000)], whenAbsent: .allow)
            assertRefused(.launchCategoryForbidden, step: 10) { try validate(category, other, flags: flags) }
        }
    }
}
