import AttestCore
import AttestTesting
import XCTest

/// Each of Apple's eight steps: what passes, and what is refused under which code.
final class AssertionStepTests: XCTestCase {
    // MARK: Steps 1 and 2: the nonce

    func testStep1AnotherClientDataHash() throws {
        let virtual = try Virtual()
        let object = try virtual.assertion()
        let hash = try Virtual.hash.get()
        XCTAssertEqual(try virtual.validate(assertion: object).counter, 1)
        for other in [
            try ClientDataHash(sha256Of: "other".utf8), try ClientDataHash(sha256Of: hash.bytes),
            try ClientDataHash(bytes: hash.bytes + [0]), try ClientDataHash(bytes: Array("challenge".utf8)),
        ] {
            assertRefused(.signatureInvalid, step: 3) { try virtual.validate(assertion: object, hash: other) }
        }
    }

    func testStep2EveryByteOfTheAuthenticatorDataIsSigned() throws {
        for system in [DeviceProfile.System.iOS14, .iOS27] {
            let virtual = try Virtual(system)
            let object = try virtual.assertion()
            let count = try AssertionObject(decoding: object).authenticatorData.byteCount
            for index in object.count - count..<object.count {
                var changed = object
                changed[index] ^= 1
                XCTAssertThrowsError(try virtual.validate(assertion: changed), "\(system) \(index)")
            }
        }
    }

    // MARK: Step 3: the signature

    func testStep3Signature() throws {
        let virtual = try Virtual()
        assertRefused(.signatureInvalid, step: 3) { try virtual.validate(assertion: virtual.assertion(.otherKey)) }
        assertRefused(.signatureInvalid, step: 3, "one hash instead of two") {
            try virtual.validate(assertion: virtual.assertion(.hashedOnce))
        }
        let other = try virtual.device.publicKey(of: virtual.device.generateKey())
        assertRefused(.signatureInvalid, step: 3) {
            try virtual.validate(assertion: virtual.assertion(), publicKey: other)
        }
    }

    func testStep3ThreeHashesAreRefusedToo() throws {
        let virtual = try Virtual()
        let object = try virtual.assertion { draft in
            draft.message = { (composite) throws(AttestError) in try sha256(try sha256(composite)) }
        }
        assertRefused(.signatureInvalid, step: 3) { try virtual.validate(assertion: object) }
    }

    func testStep3SignaturesThatAreNotDER() throws {
        let virtual = try Virtual()
        let r = [UInt8](repeating: 0x11, count: 32)
        let signatures: [[UInt8]] = [
            [], [0x30], [0x30, 0x00], r + r,
            DER.sequence(DER.integer(r)),
            DER.sequence(DER.integer(r), DER.integer(r), DER.integer(r)),
            DER.sequence(DER.integer(0), DER.integer(r)), DER.sequence(DER.integer(r), DER.integer(0)),
            DER.sequence(DER.integer(r + [1]), DER.integer(r)),
            DER.sequence(DER.element([0x02], [0x80] + r.dropFirst()), DER.integer(r)),
            DER.sequence(DER.element([0x02], [0x00] + r), DER.integer(r)),
            DER.sequence(DER.octetString(r), DER.integer(r)),
            DER.sequence(DER.integer(r), DER.integer(r)) + [0],
            DER.element([0x31], DER.integer(r) + DER.integer(r)),
            [0x30, 0x81, 0x44] + DER.integer(r) + DER.integer(r),
        ]
        for signature in signatures {
            let object = try virtual.assertion { $0.editSignature = { $0 = signature } }
            assertRefused(.malformedSignature, "\(signature)") { try virtual.validate(assertion: object) }
        }
    }

    /// The other signature that belongs to every ECDSA signature is valid too, as genuine devices send both kinds.
    func testStep3HighAndLowS() throws {
        let virtual = try Virtual()
        let object = try virtual.assertion { $0.editSignature = { $0 = negatedS($0) } }
        XCTAssertNoThrow(try virtual.validate(assertion: object))
    }

    func testStep3PointThatIsNotOnTheCurve() throws {
        let virtual = try Virtual()
        let object = try virtual.assertion()
        var point = try virtual.device.publicKey(of: virtual.keyID).x963
        point[64] ^= 1
        assertRefused(.malformedPublicKey, step: 3) {
            try virtual.validate(assertion: object, publicKey: P256PublicKey(x963: point))
        }
        for coordinates in [[UInt8](repeating: 0, count: 64), [UInt8](repeating: 0xff, count: 64)] {
            assertRefused(.malformedPublicKey, step: 3) {
                try virtual.validate(assertion: object, publicKey: P256PublicKey(x963: [0x04] + coordinates))
            }
        }
    }

    /// One validator verifies for all keys, with contexts that it keeps.
    func testStep3KeysTakeTurns() throws {
        let devices = try (Virtual(), Virtual())
        let validator = try AssertionValidator(apps: [devices.0.policy])
        let objects = try (devices.0.assertion(), devices.1.assertion())
        let keys = try (
            devices.0.device.publicKey(of: devices.0.keyID), devices.1.device.publicKey(of: devices.1.keyID)
        )
        var point = keys.0.x963
        point[64] ^= 1
        let offCurve = try P256PublicKey(x963: point)
        func validate(_ object: [UInt8], _ key: P256PublicKey) throws -> UInt32 {
            try validator.validate(
                AssertionObject(decoding: object), clientDataHash: Virtual.hash.get(), publicKey: key, after: 0
            ).counter
        }
        for _ in 0..<2 {
            XCTAssertEqual(try validate(objects.0, keys.0), 1)
            assertRefused(.signatureInvalid, step: 3) { try validate(objects.0, keys.1) }
            XCTAssertEqual(try validate(objects.1, keys.1), 1)
            assertRefused(.malformedPublicKey, step: 3) { try validate(objects.0, offCurve) }
            assertRefused(.signatureInvalid, step: 3) { try validate(objects.1, keys.0) }
        }
    }

    // MARK: Step 4: the App ID

    func testStep4AppID() throws {
        let virtual = try Virtual()
        assertRefused(.appIDMismatch, step: 4) { try virtual.validate(assertion: virtual.assertion(.otherApp)) }
        let other = try AppPolicy(appID: "A1B2C3D4E5.com.example.other", environments: [.production], launch: .any)
        assertRefused(.appIDMismatch, step: 4) {
            try virtual.validate(assertion: virtual.assertion(), policy: other)
        }
        let proof = try AssertionValidator(apps: [other, virtual.policy]).validate(
            AssertionObject(decoding: virtual.assertion()), clientDataHash: Virtual.hash.get(),
            publicKey: virtual.device.publicKey(of: virtual.keyID), after: 0)
        XCTAssertEqual(proof.appID.text, Virtual.appID)
    }

    // MARK: Step 5: the counter

    func testStep5Counter() throws {
        let virtual = try Virtual()
        for (counter, last): (UInt32, UInt32) in [(1, 0), (2, 1), (1000, 3), (.max, 0), (.max, .max - 1)] {
            let object = try virtual.assertion { $0.authenticatorData.counter = counter }
            XCTAssertEqual(try virtual.validate(assertion: object, after: last).counter, counter)
        }
        for (counter, last): (UInt32, UInt32) in [(0, 0), (1, 1), (1, 2), (0, .max), (.max, .max), (255, 256)] {
            let object = try virtual.assertion { $0.authenticatorData.counter = counter }
            assertRefused(.counterNotIncreased, step: 5) { try virtual.validate(assertion: object, after: last) }
        }
    }

    // MARK: Step 6, the challenge, is the caller's (ExaminationTests)

    // MARK: Steps 7 and 8: policies

    func testStep7LaunchCategory() throws {
        let with = try Virtual(.iOS27)  // App Store
        let without = try Virtual(.iOS26)
        func policy(_ allowed: Set<LaunchCategory>, _ absence: AbsencePolicy) throws -> AppPolicy {
            try AppPolicy(
                appID: Virtual.appID, environments: [.production], launch: .allowing(allowed, whenAbsent: absence))
        }
        let store = try policy([.appStore], .refuse)
        XCTAssertEqual(try with.validate(assertion: with.assertion(), policy: store).launchCategory, .appStore)
        XCTAssertNil(
            try without.validate(assertion: without.assertion(), policy: policy([.appStore], .allow)).launchCategory)
        assertRefused(.launchCategoryMissing, step: 7) {
            try without.validate(assertion: without.assertion(), policy: store)
        }
        assertRefused(.launchCategoryForbidden, step: 7) {
            try with.validate(assertion: with.assertion(), policy: policy([.testFlight], .allow))
        }
    }

    func testStep8BundleVersion() throws {
        let virtual = try Virtual(.iOS27)  // version 1
        func policy(_ minimum: String) throws -> AppPolicy {
            try AppPolicy(
                appID: Virtual.appID, environments: [.production], launch: .any,
                bundleVersion: .atLeast(BundleVersion(minimum), whenAbsent: .refuse))
        }
        XCTAssertEqual(try virtual.validate(assertion: virtual.assertion(), policy: policy("1")).bundleVersion, "1")
        assertRefused(.bundleVersionForbidden, step: 8) {
            try virtual.validate(assertion: virtual.assertion(), policy: policy("2"))
        }
        let without = try Virtual(.iOS14)
        assertRefused(.bundleVersionMissing, step: 8) {
            try without.validate(assertion: without.assertion(), policy: policy("1"))
        }
    }

    // MARK: The object

    func testMembers() throws {
        let virtual = try Virtual()
        for name in ["signature", "authenticatorData"] {
            let missing = try virtual.assertion { $0.editMembers = { members in members.removeAll { $0.0 == name } } }
            assertRefused(.malformedAssertionObject, name) { try AssertionObject(decoding: missing) }
            let twice = try virtual.assertion {
                $0.editMembers = { members in members += members.filter { $0.0 == name } }
            }
            assertRefused(.malformedCBOR, name) { try AssertionObject(decoding: twice) }
        }
        let stranger = try virtual.assertion { $0.otherMembers = [("cdHash", [0xa0]), ("Signature", [0x40])] }
        XCTAssertEqual(try AssertionObject(decoding: stranger).otherMembers, ["cdHash", "Signature"])
        XCTAssertNoThrow(try virtual.validate(assertion: stranger))
        assertRefused(.malformedAssertionObject) { try AssertionObject(decoding: [0x80]) }
    }

    func testTrailingBytes() throws {
        let virtual = try Virtual()
        assertRefused(.malformedCBOR) { try virtual.validate(assertion: virtual.assertion(.trailingByte)) }
        for tail in [[0x00], [0xa0, 0x00], [0xff]] as [[UInt8]] {
            let object = try virtual.assertion { $0.editAuthenticatorData = { $0 += tail } }
            XCTAssertThrowsError(try virtual.validate(assertion: object))
        }
    }

    func testSizeLimit() {
        let limit = AttestLimits.assertionObjectBytes
        assertRefused(.objectTooLarge) { try AssertionObject(decoding: [UInt8](repeating: 0xa0, count: limit + 1)) }
        assertRefused(.malformedCBOR) { try AssertionObject(decoding: [UInt8](repeating: 0xa0, count: limit)) }
    }
}

/// The signature (r, n - s) for (r, s), in DER.
private func negatedS(_ signature: [UInt8]) -> [UInt8] {
    let order = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
    let rCount = Int(signature[3])
    let r = Array(signature[4..<4 + rCount])
    let s = Array(signature[(6 + rCount)...].drop { $0 == 0 })
    let padded = [UInt8](repeating: 0, count: 32 - s.count) + s
    var borrow = 0
    var negated = [UInt8](repeating: 0, count: 32)
    for index in (0..<32).reversed() {
        let difference = Int(order[index]) - Int(padded[index]) - borrow
        borrow = difference < 0 ? 1 : 0
        negated[index] = UInt8(difference & 0xff)
    }
    return DER.sequence(DER.integer(r), DER.integer(negated))
}
