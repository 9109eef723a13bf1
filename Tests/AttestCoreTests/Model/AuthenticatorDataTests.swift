import AttestTesting
import XCTest

@testable import AttestCore

final class AuthenticatorDataTests: XCTestCase {
    private let point = [0x04] + (1...64).map { UInt8($0) }

    /// An attestation's authenticator data, with extensions and the COSE key as given.
    private func attestation(
        credentialID: [UInt8] = [UInt8](repeating: 9, count: 32), coseKey: [UInt8]? = nil, tail: [UInt8] = []
    ) -> [UInt8] {
        let head = [UInt8](repeating: 7, count: 32) + [0x40, 0, 0, 1, 2]
        return head
            + AuthenticatorDataDraft.credential(
                aaguid: Array("appattestdevelop".utf8), credentialID: credentialID,
                coseKey: coseKey ?? AuthenticatorDataDraft.coseKey(point)) + tail
    }

    private func assertion(flags: UInt8 = 0x40, tail: [UInt8] = []) -> [UInt8] {
        [UInt8](repeating: 7, count: 32) + [flags, 0x01, 0x02, 0x03, 0x04] + tail
    }

    private func extensions(_ map: String) throws -> AuthenticatorExtensions? {
        try AuthenticatorData.decodeAssertion(assertion(tail: bytes(map))[...]).extensions
    }

    // MARK: Layout

    func testAttestation() throws {
        let (data, credential) = try AuthenticatorData.decodeAttestation(attestation()[...])
        XCTAssertEqual(attestation().count, 164)
        XCTAssertEqual(data.rpIDHash, [UInt8](repeating: 7, count: 32))
        XCTAssertEqual(data.flags, .attestedCredential)
        XCTAssertEqual(data.counter, 0x0102)
        XCTAssertNil(data.extensions)
        XCTAssertEqual(credential.aaguid, Array("appattestdevelop".utf8))
        XCTAssertEqual(credential.credentialID, [UInt8](repeating: 9, count: 32))
        XCTAssertEqual(credential.publicKey.x963, point)
    }

    func testAttestationOfEveryOtherLength() {
        let whole = attestation()
        for count in 0..<whole.count {
            XCTAssertThrowsError(try AuthenticatorData.decodeAttestation(whole.prefix(count)), "\(count)")
        }
    }

    func testAssertionOfEveryShorterLength() throws {
        XCTAssertEqual(try AuthenticatorData.decodeAssertion(assertion()[...]).counter, 0x0102_0304)
        for count in 0..<37 {
            assertRefused(.malformedAuthenticatorData, "\(count)") {
                try AuthenticatorData.decodeAssertion(assertion().prefix(count))
            }
        }
    }

    func testCredentialIDOfAnotherLength() {
        for count in [0, 16, 31, 33, 64] {
            assertRefused(.malformedAuthenticatorData, "\(count)") {
                try AuthenticatorData.decodeAttestation(
                    attestation(credentialID: [UInt8](repeating: 9, count: count))[...])
            }
        }
    }

    /// AT without a credential and any state of ED change nothing: what is there is found by the bytes.
    func testFlagsAreNotFollowed() throws {
        let map = bytes("a1 61 78 01")
        for flags: UInt8 in [0x00, 0x40, 0x80, 0xc0, 0xff] {
            XCTAssertNil(try AuthenticatorData.decodeAssertion(assertion(flags: flags)[...]).extensions)
            XCTAssertEqual(
                try AuthenticatorData.decodeAssertion(assertion(flags: flags, tail: map)[...]).extensions?.names, ["x"])
        }
    }

    // MARK: COSE key

    func testOtherCOSEKeys() {
        let x = "5820" + String(repeating: "01", count: 32)
        let y = "5820" + String(repeating: "02", count: 32)
        for hex in [
            "a0", "80", "00",
            "a4 0102 0326 2001 21\(x)",  // no y
            "a5 0102 0326 2001 21\(x) 23\(y)",  // another parameter
            "a5 0101 0326 2001 21\(x) 22\(y)",  // OKP
            "a5 0102 0327 2001 21\(x) 22\(y)",  // EdDSA
            "a5 0102 0326 2002 21\(x) 22\(y)",  // P-384
            "a5 0102 0326 2001 21\(x) 22f5",  // compressed
            "a5 0102 0326 2001 21 581f\(String(repeating: "01", count: 31)) 22\(y)",
            "a5 0102 0326 2001 21 5821\(String(repeating: "01", count: 33)) 22\(y)",
            "a6 0102 0326 2001 21\(x) 22\(y) 2400",  // one more
        ] {
            assertRefused(.malformedCOSEKey, hex) {
                try AuthenticatorData.decodeAttestation(attestation(coseKey: bytes(hex))[...])
            }
        }
    }

    // MARK: Extensions

    func testExtensionsOfApplesSample() throws {
        let map =
            "a2776170706c655f62756e646c655f76657273696f6e5f30316131"
            + "781c6170706c655f76616c69646174696f6e5f63617465676f72795f30314403000000"
        let extensions = try XCTUnwrap(try extensions(map))
        XCTAssertEqual(extensions.bundleVersion, "1")
        XCTAssertEqual(extensions.launchCategory, .development)
        XCTAssertEqual(extensions.names, ["apple_bundle_version_01", "apple_validation_category_01"])
        XCTAssertNil(extensions.codeDirectoryHash)
    }

    private func map(_ entries: [(String, CBORValue)]) -> [UInt8] {
        CBORValue.encodedMap(entries.map { ($0.0, $0.1.encoded) })
    }

    private func decode(_ entries: [(String, CBORValue)]) throws -> AuthenticatorExtensions {
        let data = try AuthenticatorData.decodeAssertion(assertion(tail: map(entries))[...])
        return try XCTUnwrap(data.extensions)
    }

    func testLaunchCategoryAsBytesAndAsInteger() throws {
        let name = "apple_validation_category_01"
        XCTAssertEqual(try decode([(name, .bytes([4, 0, 0, 0]))]).launchCategory, .appStore)
        XCTAssertEqual(try decode([(name, .bytes([1, 2, 3, 4]))]).launchCategory?.rawValue, 0x0403_0201)
        XCTAssertEqual(try decode([(name, .unsigned(2))]).launchCategory, .testFlight)
        XCTAssertEqual(try decode([(name, .unsigned(0xffff_ffff))]).launchCategory?.rawValue, .max)
        let others: [CBORValue] = [
            .bytes([]), .bytes([4]), .bytes([4, 0, 0]), .bytes([4, 0, 0, 0, 0]), .unsigned(0x1_0000_0000), .negative(0),
            .text("4"), .null, .float(4), .boolean(true), .array([.unsigned(4)]),
        ]
        for value in others {
            assertRefused(.malformedExtensions, "\(value)") { try decode([(name, value)]) }
        }
    }

    func testBundleVersionIsText() throws {
        let name = "apple_bundle_version_01"
        XCTAssertEqual(try decode([(name, .text("1314"))]).bundleVersion, "1314")
        for value in [.bytes([0x31]), .unsigned(1), .null] as [CBORValue] {
            assertRefused(.malformedExtensions, "\(value)") { try decode([(name, value)]) }
        }
    }

    func testCodeDirectoryHash() throws {
        let hash = [UInt8](repeating: 0xcd, count: 32)
        let both = try decode([("apple_cd_hash_hash_01", .bytes(hash[...])), ("apple_cd_hash_type_01", .bytes([2]))])
        XCTAssertEqual(both.codeDirectoryHash?.bytes, hash)
        XCTAssertEqual(both.codeDirectoryHash?.type, 2)
        // Apple does not document the pair, so another form of it refuses no device.
        XCTAssertNil(try decode([("apple_cd_hash_hash_01", .bytes(hash[...]))]).codeDirectoryHash)
        let other = try decode([("apple_cd_hash_hash_01", .text("x")), ("apple_cd_hash_type_01", .unsigned(2))])
        XCTAssertNil(other.codeDirectoryHash)
        XCTAssertEqual(other.names.count, 2)
    }

    func testUnknownExtensionsAreKept() throws {
        let extensions = try decode([("new", .array([.float(1.5)])), ("apple_bundle_version_01", .text("2"))])
        XCTAssertEqual(extensions.names, ["new", "apple_bundle_version_01"])
        XCTAssertEqual(extensions.entries["new"], .array([.float(1.5)]))
        XCTAssertEqual(extensions.bundleVersion, "2")
    }

    func testWhatIsNotOneMap() {
        for hex in [
            "80", "00", "f6", "6161", "4100", "a10102", "a14100f5",
            "a0a0", "a000", "a1", "bf", "a16178", "a2 617801 617802", "c0a0", "ff",
        ] {
            assertRefused(.malformedExtensions, hex) { try extensions(hex) }
        }
    }

    /// Apple's text on assertions has shorter names for two entries.
    func testShortNames() throws {
        XCTAssertEqual(try decode([("validationCategory", .bytes([4, 0, 0, 0]))]).launchCategory, .appStore)
        XCTAssertEqual(try decode([("bundleVersion", .text("7"))]).bundleVersion, "7")
        let both = try decode([
            ("validationCategory", .unsigned(4)), ("apple_validation_category_01", .bytes([4, 0, 0, 0])),
        ])
        XCTAssertEqual(both.launchCategory, .appStore)
        XCTAssertEqual(both.unknownNames, [])
        assertRefused(.malformedExtensions) {
            try decode([("validationCategory", .unsigned(3)), ("apple_validation_category_01", .bytes([4, 0, 0, 0]))])
        }
        assertRefused(.malformedExtensions) {
            try decode([("bundleVersion", .text("2")), ("apple_bundle_version_01", .text("1"))])
        }
        // The same in Unicode's eyes, and not the same bytes.
        assertRefused(.malformedExtensions) {
            try decode([("bundleVersion", .text("\u{e9}")), ("apple_bundle_version_01", .text("e\u{301}"))])
        }
    }

    func testNamesThatAreNotRead() throws {
        let extensions = try decode([
            ("apple_x_01", .null), ("apple_bundle_version_01", .text("1")), ("apple_cd_hash_type_01", .bytes([2])),
        ])
        XCTAssertEqual(extensions.unknownNames, ["apple_x_01"])
    }

    func testOnlyTheFlagMakesThemProof() throws {
        let map = map([("apple_validation_category_01", .unsigned(4))])
        for flags: UInt8 in [0x00, 0x40, 0x7f, 0x80, 0xc0] {
            let data = try AuthenticatorData.decodeAssertion(assertion(flags: flags, tail: map)[...])
            XCTAssertEqual(data.extensions?.launchCategory, .appStore)
            XCTAssertEqual(data.provenExtensions?.launchCategory, flags & 0x80 == 0 ? nil : .appStore)
        }
    }

    func testLongTextsAreRefused() throws {
        let longest = String(repeating: "1", count: AttestLimits.bundleVersionBytes)
        XCTAssertEqual(try decode([("apple_bundle_version_01", .text(CBORText(longest)))]).bundleVersion, longest)
        assertRefused(.limitExceeded) { try decode([("apple_bundle_version_01", .text(CBORText(longest + "1")))]) }
        let name = String(repeating: "n", count: AttestLimits.cborMapKeyBytes)
        XCTAssertEqual(try decode([(name, .null)]).names, [name])
        assertRefused(.limitExceeded) { try decode([(name + "n", .null)]) }
    }

    func testNoBytesAreNoExtensionsAndAnEmptyMapIsOne() throws {
        XCTAssertNil(try extensions(""))
        XCTAssertEqual(try extensions("a0")?.names, [])
    }
}
