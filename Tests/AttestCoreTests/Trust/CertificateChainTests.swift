import AttestTesting
import Foundation
import XCTest

@testable import AttestCore

/// Step 1 in all its parts.
final class CertificateChainTests: XCTestCase {
    private typealias Extension = CertificateTemplate.Extension

    private func refuse(
        _ code: AttestError.Code, _ message: String = "", file: StaticString = #filePath, line: UInt = #line,
        _ edit: (inout AttestationDraft) throws -> Void
    ) throws {
        let virtual = try Virtual()
        let object = try virtual.attestation(edit)
        assertRefused(code, step: 1, message, file: file, line: line) { try virtual.validate(attestation: object) }
    }

    private func refuse(
        _ code: AttestError.Code, flaw: AttestationFlaw, file: StaticString = #filePath, line: UInt = #line
    ) throws {
        let virtual = try Virtual()
        let object = try virtual.attestation(flaw)
        assertRefused(code, step: 1, file: file, line: line) { try virtual.validate(attestation: object) }
    }

    // MARK: Apple's root

    func testPinnedRoot() throws {
        XCTAssertEqual(
            try sha256(TrustAnchors.appleAppAttestationRootCA),
            bytes("1cb9823ba28ba6ad2d33a006941de2ae4f513ef1d4e831b9f7e0fa7b6242c932"))
        let root = try XCTUnwrap(try TrustAnchors.apple.parsed().first)
        XCTAssertEqual(try TrustAnchors.apple.parsed().count, 1)
        XCTAssertEqual(root.serialNumber, bytes("0bf3be0ef1cdd2e0fb8c6e721f621798"))
        XCTAssertEqual(root.subjectCommonName, "Apple App Attestation Root CA")
        XCTAssertEqual(root.notBefore, try Date("2020-03-18T18:32:53Z", strategy: .iso8601))
        XCTAssertEqual(root.notAfter, try Date("2045-03-15T00:00:00Z", strategy: .iso8601))
    }

    // MARK: Trust

    func testAnotherRoot() throws {
        try refuse(.chainUntrusted, flaw: .otherRoot)
    }

    /// Another root of the same names and key identifiers: only its key tells it apart.
    func testLookalikeRoot() throws {
        let virtual = try Virtual()
        let stranger = try SigningKey(.p384)
        try refuse(.chainUntrusted) { draft in
            var template = try TestAuthority.intermediateTemplate(
                draft.issuerKey, under: Virtual.authority.get().rootKey)
            template.serialNumber = [9]
            draft.issuers = [try template.signed(by: stranger, digest: .sha384)]
        }
        XCTAssertNoThrow(try virtual.validate(attestation: virtual.attestation()))
    }

    func testForgedLeaf() throws {
        try refuse(.certificateSignatureInvalid, flaw: .forgedCertificate)
        try refuse(.certificateSignatureInvalid, "signed by the root's key, in the intermediate's name") {
            $0.issuerKey = try Virtual.authority.get().rootKey
        }
    }

    func testRootInTheChain() throws {
        let root = try Virtual.authority.get().root
        try refuse(.chainContainsRoot, flaw: .rootInChain)
        try refuse(.chainContainsRoot) { $0.issuers = [root] }
        try refuse(.chainContainsRoot) { $0.issuers.insert(root, at: 0) }
        try refuse(.chainContainsRoot, "a whole foreign chain with its own root") { draft in
            let other = try TestAuthority()
            draft.issuerKey = other.intermediateKey
            draft.issuers = [other.intermediate, other.root]
        }
    }

    func testExtraAndDisorderedIssuers() throws {
        try refuse(.chainContainsExtraCertificate, flaw: .extraIssuer)
        let genuine = try Virtual.authority.get().intermediate
        try refuse(.chainContainsExtraCertificate, "the intermediate twice") { $0.issuers = [genuine, genuine] }
        try refuse(.chainUntrusted, "a stranger of the same name before the intermediate") { draft in
            draft.issuers = [try TestAuthority().intermediate, genuine]
        }
        try refuse(.chainUntrusted, "a stranger instead of the intermediate") {
            $0.issuers = [try TestAuthority().intermediate]
        }
    }

    func testLeafTwice() throws {
        try refuse(.certificateKeyUnsupported) { draft in draft.editChain = { $0.insert($0[0], at: 0) } }
    }

    /// A longer chain than Apple's is accepted when every certificate belongs to the path.
    func testTwoIntermediates() throws {
        let authority = try Virtual.authority.get()
        let upperKey = try SigningKey(.p384)
        let lowerKey = try SigningKey(.p384)
        let upperName = TestAuthority.name("Upper")
        func chain(pathLength: UInt8?) throws -> [[UInt8]] {
            var upper = try TestAuthority.intermediateTemplate(upperKey, under: authority.rootKey)
            upper.subject = upperName
            upper[id: Extension.basicConstraintsID] = .basicConstraints(isCA: true, pathLength: pathLength)
            var lower = try TestAuthority.intermediateTemplate(lowerKey, under: upperKey)
            lower.issuer = upperName
            return [
                try lower.signed(by: upperKey, digest: .sha384),
                try upper.signed(by: authority.rootKey, digest: .sha384),
            ]
        }
        for pathLength in [nil, 1, 2] as [UInt8?] {
            let virtual = try Virtual()
            let object = try virtual.attestation {
                $0.issuerKey = lowerKey
                $0.issuers = try chain(pathLength: pathLength)
            }
            XCTAssertNoThrow(try virtual.validate(attestation: object))
        }
        try refuse(.pathLengthExceeded) {
            $0.issuerKey = lowerKey
            $0.issuers = try chain(pathLength: 0)
        }
        try refuse(.chainContainsExtraCertificate, "in the wrong order") {
            $0.issuerKey = lowerKey
            $0.issuers = try chain(pathLength: nil).reversed()
        }
        try refuse(.chainUntrusted, "the upper one is missing") {
            $0.issuerKey = lowerKey
            $0.issuers = [try chain(pathLength: nil)[0], try chain(pathLength: nil)[0]]
        }
    }

    func testSeveralAnchors() throws {
        let virtual = try Virtual()
        let both = try TrustAnchors(der: [try TestAuthority().root, try Virtual.authority.get().root])
        XCTAssertNoThrow(
            try AttestationValidator(apps: [virtual.policy], anchors: both).validate(
                AttestationObject(decoding: virtual.attestation()), keyID: virtual.keyID,
                clientDataHash: Virtual.hash.get(), at: Virtual.now))
    }

    // MARK: Profile of the issuers

    func testIssuerIsNoAuthority() throws {
        try refuse(.issuerNotCA, flaw: .issuerNotCA)
        try refuse(.issuerNotCA, "without basic constraints") { draft in
            let root = try Virtual.authority.get().rootKey
            var template = try TestAuthority.intermediateTemplate(draft.issuerKey, under: root)
            template[id: Extension.basicConstraintsID] = nil
            draft.issuers = [try template.signed(by: root, digest: .sha384)]
        }
    }

    func testIssuerMayNotSign() throws {
        try refuse(.issuerCannotSign, flaw: .issuerWithoutKeyCertSign)
        try refuse(.issuerCannotSign, "without key usage") { draft in
            let root = try Virtual.authority.get().rootKey
            var template = try TestAuthority.intermediateTemplate(draft.issuerKey, under: root)
            template[id: Extension.keyUsageID] = nil
            draft.issuers = [try template.signed(by: root, digest: .sha384)]
        }
    }

    /// A leaf that certifies another leaf: the chain leads to the root, but the middle is no authority.
    func testLeafAsIssuer() throws {
        let key = try SigningKey(.p256)
        try refuse(.certificateKeyUnsupported) { draft in
            var middle = draft.leaf
            middle.spki = key.spki
            middle[id: LeafTemplate.nonceID] = nil
            middle.subject = TestAuthority.name("Middle")
            let intermediateKey = draft.issuerKey
            draft.leaf.issuer = middle.subject
            draft.issuerKey = key
            draft.issuers.insert(try middle.signed(by: intermediateKey, digest: .sha256), at: 0)
        }
    }

    func testCurves() throws {
        try refuse(.certificateKeyUnsupported, flaw: .otherIssuerCurve)
        try refuse(.certificateKeyUnsupported, "a leaf on P-384") { $0.leaf.spki = try SigningKey(.p384).spki }
        try refuse(.certificateKeyUnsupported, "a compressed point") { draft in
            let point = try SigningKey(.p256).point
            let algorithm = DER.sequence(
                DER.objectIdentifier("1.2.840.10045.2.1"), DER.objectIdentifier("1.2.840.10045.3.1.7"))
            draft.leaf.spki = DER.sequence(algorithm, DER.bitString([0x02] + point[1..<33]))
        }
    }

    /// A key that everything agrees on, and that is no point of the curve: a refusal, not a failure of the library.
    func testPointThatIsNotOnTheCurve() throws {
        let virtual = try Virtual()
        var point = try virtual.device.publicKey(of: virtual.keyID).x963
        point[64] ^= 1
        let offCurve = point
        let keyID = try KeyID(bytes: sha256(offCurve))
        let object = try virtual.attestation { draft in
            draft.leaf.spki = draft.leaf.spki.dropLast(65) + offCurve
            draft.authenticatorData.credential = AuthenticatorDataDraft.credential(
                aaguid: AttestEnvironment.production.aaguid, credentialID: keyID.bytes,
                coseKey: AuthenticatorDataDraft.coseKey(offCurve))
        }
        assertRefused(.certificateKeyUnsupported, step: 1) { try virtual.validate(attestation: object, keyID: keyID) }
        try refuse(.certificateKeyUnsupported, "in an issuer") { draft in
            let root = try Virtual.authority.get().rootKey
            var template = try TestAuthority.intermediateTemplate(draft.issuerKey, under: root)
            template.spki[template.spki.count - 1] ^= 1
            draft.issuers = [try template.signed(by: root, digest: .sha384)]
        }
    }

    func testAnchorWithAPointThatIsNotOnTheCurve() throws {
        let virtual = try Virtual()
        let key = try SigningKey(.p384)
        var template = try TestAuthority.rootTemplate(key)
        template.spki[template.spki.count - 1] ^= 1
        let anchors = try TrustAnchors(der: [try template.signed(by: key, digest: .sha384)])
        let object = try AttestationObject(decoding: virtual.attestation())
        assertRefused(.malformedTrustAnchor, step: 1) {
            try AttestationValidator(apps: [virtual.policy], anchors: anchors)
                .validate(object, keyID: virtual.keyID, clientDataHash: Virtual.hash.get(), at: Virtual.now)
        }
    }

    func testAlgorithms() throws {
        try refuse(.certificateAlgorithmUnsupported, flaw: .otherSignatureAlgorithm)
        let virtual = try Virtual()
        let object = try virtual.attestation { $0.digest = .sha384 }
        XCTAssertNoThrow(try virtual.validate(attestation: object), "SHA-384 is allowed for leaves too")
    }

    // MARK: Profile of the leaf

    func testLeafIsAnAuthority() throws {
        try refuse(.leafIsCA, flaw: .leafIsCA)
    }

    func testLeafMayNotSign() throws {
        try refuse(.leafCannotSign, flaw: .leafWithoutDigitalSignature)
        try refuse(.leafCannotSign, "without key usage") { $0.leaf[id: Extension.keyUsageID] = nil }
    }

    func testCriticalExtensions() throws {
        try refuse(.criticalExtensionUnknown, flaw: .unknownCriticalExtension)
        for id in ["2.5.29.37", "2.5.29.17", "2.5.29.32", LeafTemplate.operatingSystemID] {
            try refuse(.criticalExtensionUnknown, id) {
                $0.leaf[id: id] = .init(id, isCritical: true, DER.sequence(DER.objectIdentifier("1.2.3")))
            }
        }
        try refuse(.criticalExtensionUnknown, "in an issuer") { draft in
            let root = try Virtual.authority.get().rootKey
            var template = try TestAuthority.intermediateTemplate(draft.issuerKey, under: root)
            template.extensions.append(.init("2.5.29.30", isCritical: true, DER.sequence()))
            draft.issuers = [try template.signed(by: root, digest: .sha384)]
        }
    }

    // MARK: Time

    func testValidity() throws {
        try refuse(.certificateExpired, flaw: .expired)
        try refuse(.certificateNotYetValid, flaw: .notYetValid)
        let root = try Virtual.authority.get().rootKey
        try refuse(.certificateExpired, "an issuer") { draft in
            var template = try TestAuthority.intermediateTemplate(draft.issuerKey, under: root)
            template.notAfter = Virtual.now.addingTimeInterval(-1)
            draft.issuers = [try template.signed(by: root, digest: .sha384)]
        }
        try refuse(.certificateNotYetValid, "an issuer") { draft in
            var template = try TestAuthority.intermediateTemplate(draft.issuerKey, under: root)
            template.notBefore = Virtual.now.addingTimeInterval(1)
            draft.issuers = [try template.signed(by: root, digest: .sha384)]
        }
    }

    /// Trust is judged before time, so that a forgery does not pass for an expired certificate.
    func testAnExpiredForgeryIsAForgery() throws {
        try refuse(.certificateSignatureInvalid) { draft in
            draft.issuerKey = try SigningKey(.p384)
            draft.leaf.notAfter = Virtual.now.addingTimeInterval(-1)
        }
    }

    // MARK: Anchors

    func testAnchorsThatAreNone() throws {
        let authority = try Virtual.authority.get()
        var forged = authority.root
        forged[forged.count - 1] ^= 1
        for certificates in [
            [], [[]], [[0x30, 0x00]], [authority.intermediate], [authority.root + [0]],
            [authority.root, authority.intermediate],
            [Array("-----BEGIN CERTIFICATE-----".utf8)],
        ] as [[[UInt8]]] {
            assertRefused(.malformedTrustAnchor) { try TrustAnchors(der: certificates) }
        }
    }

    func testAnchorOfAnotherKind() throws {
        let key = try SigningKey(.p384)
        func anchor(_ edit: (inout CertificateTemplate) -> Void) throws -> TrustAnchors {
            var template = try TestAuthority.rootTemplate(key)
            edit(&template)
            return try TrustAnchors(der: [try template.signed(by: key, digest: .sha384)])
        }
        XCTAssertNoThrow(try anchor { _ in })
        assertRefused(.malformedTrustAnchor) {
            try anchor { $0[id: Extension.basicConstraintsID] = .basicConstraints(isCA: false) }
        }
        assertRefused(.malformedTrustAnchor) { try anchor { $0[id: Extension.keyUsageID] = .keyUsage(0x80) } }
        assertRefused(.malformedTrustAnchor) { try anchor { $0.issuer = TestAuthority.name("Other") } }
    }
}
